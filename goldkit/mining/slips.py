"""Slips of the finger: two neighbouring letters of one word exchanged (trnasfer), or a consonant doubled or halved (comittee).

Any other letter more, less or changed makes too many real words (contact and contract, detection and defection) for a rule to tell:
under every condition that the corpus and the other questions allow, one in six of such changes to a common word would pass
(tests/benchmarks/near_identical_questions.py). An exchange hardly ever does, nor does a doubling inside a long English word, away
from its endings (planed and planned); the pairs that they do make are listed. The misspelt word must also be one that nobody else
uses: it stands in one question only, and not in the corpus, while the right one stands in the corpus, or in other questions too.
Without a corpus only an exchange is taken for a slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Set

from goldkit.text.english import ENGLISH

LEAST_LETTERS = 6
LEAST_DOUBLED, LEAST_BESIDE, LEAST_CONTENT = 8, 3, 4
"""Letters of a word, before one is doubled, that a doubling is a slip in; words of content beside it, and their letters."""
_ENDINGS = """
al able als ally ation ations e ed edly ee ees en er ers es est et ets ied ier ies iest ing ingly ings ish ist ists ity
ize ized izer izers izes izing or ors ous s y
"""
ENDINGS = frozenset(_ENDINGS.split())
"""What follows a letter that stands twice by rule, or that belongs to the ending itself (planned, largess)."""
_PAIRS = """
ailment aliment, albino albion, aliens alines, angles angels, balding blading, barked braked, barking braking, barley barely,
belated bleated, blankest blankets, bugled bulged, bugles bulges, cameos camoes, carets cartes, carted crated, carter crater,
carters craters, cartes crates, carting crating, carton craton, carved craved, carves craves, carving craving,
carvings cravings, casual causal, casually causally, cervices crevices, charges chagres, christian christina, clarion clarino,
closest closets, collide collied, compiled complied, compiles complies, complaint compliant, concerted concreted,
concerting concreting, coroner crooner, coroners crooners, create cerate, created cerated, creates cerates, creeps crepes,
creepy crepey, cruses curses, cubist cubits, dairies diaries, diodes didoes, direst driest, discreet discrete,
discreetly discretely, elector electro, falcon flacon, farmed framed, farmer framer, farmers framers, farming framing,
filers fliers, finely finley, flours fluors, forward froward, garter grater, garters graters, georgian georgina, gilded glided,
gilder glider, gilding gliding, gustier gutsier, handle handel, heresy hersey, indiscreet indiscrete, infarct infract,
infraction infarction, kirsten kristen, lemons lemnos, macros marcos, malinger maligner, manias manisa, mantel mantle,
mantels mantles, marian marina, marino marion, martial marital, martian martina, median medina, minute minuet, minutes minuets,
misfield misfiled, mouses mousse, overdoes overdose, parted prated, parting prating, pasties patsies, patios patois,
percept precept, perceptive preceptive, percepts precepts, perfect prefect, perfects prefects, perform preform,
performed preformed, performing preforming, performs preforms, permed premed, pertest pretest, pervious previous,
perviously previously, plaint pliant, pluses pulses, poises posies, premise premies, prepend perpend, realtor relator,
regarded regraded, regarding regrading, repertoires repertories, resist resits, retired retried, retires retries,
reveres reverse, rogues rouges, sacred scared, saliva salvia, salted slated, salting slating, salved slaved, salves slaves,
scarped scraped, scarper scraper, scouts scotus, scraps scarps, shreds sherds, shriek shrike, signed singed, signer singer,
signers singers, signing singing, silver sliver, silvers slivers, soldier solider, solitaires solitaries, sorites sorties,
spares sparse, spiers spires, stains satins, steels steles, strips stirps, thickest thickets, tilted titled, tilting titling,
timber timbre, torches troches, trailed trialed, trailing trialing, trails trials, treaties treatise, tremor termor,
turing truing, united untied, unites unties, untired untried, waiver wavier, wilting witling, winger wigner,
basinets bassinets, casandra cassandra, corespondent correspondent, corespondents correspondents, jeanette jeannette,
milicent millicent, monterey monterrey, paterson patterson, tininess tinniness, verrazano verrazzano, voltameter voltammeter
"""
REAL_WORDS = frozenset(word for pair in _PAIRS.split(",") for word in pair.split())
"""Words of six letters and more that an exchange or a doubling turns into another word, names too. They were found in a dictionary
of 114,000 such words; left out are those that it turns into the same word (theatre) or that hardly anybody uses."""

Wording = tuple[str, ...]


def slips(wordings: Collection[Wording], vocabulary: Collection[str], names: Set[str]) -> dict[Wording, Wording]:
    """Wording with a slip → the wording it stands for, which is among the given ones and has none itself.

    wordings: gone through twice. vocabulary: the words of the corpus, empty where there is none. names: never taken for slips.
    """
    used = Counter(word for wording in wordings for word in set(wording))
    right: dict[Wording, Wording] = {}
    for wording in wordings:
        meant = {
            (*wording[:at], word, *wording[at + 1 :])
            for at, slip in enumerate(wording)
            if _may_be_slip(slip, used, vocabulary) and slip not in names
            for word in (*_exchanged(slip), *(_doubled(slip) - names if vocabulary and _is_plain(wording) else ()))
            if word in vocabulary or used[word] > 1
        }
        found = [other for other in meant if other in wordings]
        if len(found) == 1:
            right[wording] = found[0]
    return {wording: other for wording, other in right.items() if other not in right}


def _may_be_slip(word: str, used: Mapping[str, int], vocabulary: Collection[str]) -> bool:
    letters = len(word) >= LEAST_LETTERS and word.isalpha() and word.isascii()
    return letters and used[word] == 1 and word not in REAL_WORDS and word not in vocabulary


def _exchanged(word: str) -> list[str]:
    """The words that an exchange of two unlike neighbours makes, the first letter staying first."""
    places = (at for at in range(1, len(word) - 1) if word[at] != word[at + 1])
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in places]


def _is_plain(wording: Wording) -> bool:
    """Whether a question is English, and says enough beside any one word of it."""
    content = sum(len(word) >= LEAST_CONTENT and word not in ENGLISH for word in wording)
    return content > LEAST_BESIDE and not ENGLISH.isdisjoint(wording)


def _doubled(word: str) -> set[str]:
    """The words that one consonant more or less beside its like makes, behind the first letter and before more than an ending."""
    halved = {(word, word[:at] + word[at + 1 :], at) for at in range(2, len(word)) if word[at] == word[at - 1]}
    doubled = {(word[:at] + word[at - 1 :], word, at) for at in range(2, len(word))}
    return {
        short if long == word else long
        for long, short, at in halved | doubled
        if len(short) >= LEAST_DOUBLED and long[at] not in "aeiou" and long[at + 1 :] and long[at + 1 :] not in ENDINGS
    }
