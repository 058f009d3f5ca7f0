"""What gates look like, and how one that is none is told where it goes wrong."""

import pytest

from goldkit.errors import UsageError
from goldkit.scoring.gate_grammar import Gate, Scope, parse_gate


@pytest.mark.parametrize(
    ("text", "than", "bound", "measure", "scope"),
    [
        ("recall@5 >= 0.75", None, 0.75, "recall@5", None),
        ("  MRR>=.5 ", None, 0.5, "MRR", None),
        ("R@5 ≥ 1", None, 1.0, "R@5", None),
        ("no worse", "baseline", None, None, None),
        ("no worse than baseline by 0.02 on MRR", "baseline", 0.02, "MRR", None),
        ("No worse  than dense v2 by 0", "dense v2", 0.0, None, None),
        ("no worse on nDCG@3", "baseline", None, "nDCG@3", None),
        ("no worse than by-now", "by-now", None, None, None),
        ("tag=exact: no worse by 0", "baseline", 0.0, None, ("tag", "exact")),
        ("origin=log: recall@5 >= 0.5", None, 0.5, "recall@5", ("origin", "log")),
        ("doc=a:b c: no worse", "baseline", None, None, ("doc", "a:b c")),
        ("no worse than a=b: by 0.1", "a=b:", 0.1, None, None),
    ],
)
def test_what_a_gate_may_say(text, than, bound, measure, scope):
    part = None if scope is None else Scope(field=scope[0], value=scope[1])
    assert parse_gate(text) == Gate(text=text.strip(), than=than, bound=bound, measure=measure, scope=part)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "`measure >= number` or `no worse …`"),
        ("recall@5", 8, "`>=` behind the measure"),
        ("recall@5 > 0.7", 9, "`>=` behind the measure"),
        ("recall@5 <= 0.7", 9, "`>=` behind the measure"),
        ("recall@5 >= 75", 12, "a number from 0 to 1"),
        ("recall@5 >= nan", 12, "a number from 0 to 1"),
        ("recall@5 >= ", 12, "a number from 0 to 1"),
        ("no worsening", 3, "`>=` behind the measure"),
        ("no worse by -0.1", 12, "a number from 0 to 1"),
        ("no worse by 0.1 than x", 12, "a number from 0 to 1"),
        ("no worse by 0.1 on MRR by 2", 19, "one measure"),
        ("no worse, please", 8, "`than run`, `by number` or `on measure`, in this order"),
        ("team=data: ops: recall@5 >= 0", 14, "`>=` behind the measure"),
        ("tag=a: better", 13, "`>=` behind the measure"),
    ],
)
def test_what_is_no_gate_is_shown_with_a_mark_where_it_ends_to_be_one(text, at, expected):
    with pytest.raises(UsageError) as refused:
        parse_gate(text)
    first, shown, mark, *forms = str(refused.value).splitlines()
    assert first == f"no gate: expected {expected}"
    assert (shown, mark) == (f"  {text}", "  " + " " * at + "^")
    for form in forms[1:]:
        parse_gate(form)
    assert len(forms) == 4
