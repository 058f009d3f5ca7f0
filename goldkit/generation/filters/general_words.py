"""Words that fit any topic: a question of nothing else ("What is wrong?", "What should be done?") is about nothing in particular.

Lists for four languages; in others a question is only told by how few words it has. Words that are a topic as often as not
(error, file, list, order, time) are left out: a good question turned down is a loss too.
"""

from __future__ import annotations

_ENGLISH = """
about actually again also always another answer answers anything because been before being best better between both called cannot
case cases cause caused causes come comes correct correctly could describe described details difference different doing done each
else every everything example examples exactly explain explained fact find first following give given gives going good goal happen
happened happening happens help here idea important information instead into involved issue issues item items just kind know known
known last less like likely long made main make makes making many mean meaning means meant mention mentioned more most much must
name named need needed needs never next only other others over part parts people point possible problem problems provide provided
provides purpose question questions really reason reasons right said same says second shall should significance similar some
somebody someone something specific steps still such sure take taken takes tell than them then these thing things think those three
through told topic true type types under used uses using very want wants ways well were while whole will with without work worked
working works would wrong your
"""
_GERMAN = """
aber alle alles also andere anderen antwort auch beispiel bedeutet beschrieben dabei damit dann dass davon dazu dies diese diesem
diesen dieser dieses eigentlich eine einem einen einer eines erklären etwas falsch fall frage funktioniert ganz geht genannt genau
genauer gibt grund haben hier immer information informationen ist jede kann können machen macht mehr mein meine muss müssen nicht
noch nötig nutzen oder passiert problem richtig sagen sein sind soll sollte sonst teil thema tun über unterschied unter viel wann
warum weil welche welchem welchen welcher welches wenn werden wichtig wieder wird wirklich wissen wozu würde zweck
"""
_FRENCH = """
alors aussi autre autres avec avoir bien cause cela ceci ces cette chose choses comme comment correct dans différence dire dit donc
elle elles encore entre exemple faire fait faut faux faudrait ici important information informations leur leurs mais même moins
nécessaire nous plus pour pourquoi possible problème quand quel quelle quelles quels question raison réponse sans sera sert signifie
sont sujet sur tout toute toutes tous très type utilisé vous vrai
"""
_SPANISH = """
algo antes bien caso causa como cómo correcto cosa cosas cuando cuándo cuál cuáles debe deben decir después diferencia donde dónde
ejemplo ella ellos entre esta este esto estos falso forma funciona hace hacer haga hasta importante información mejor menos mismo
motivo mucho nada necesario necesita otra otras otro otros para parte pero porque posible pregunta problema puede pueden quién
razón respuesta sabe según siempre significa sirve sobre sólo también tema tiene tipo toda todas todo todos usado usar
"""
GENERAL_WORDS = frozenset(" ".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH)).split())
"""Folded, of four letters or more but for a few."""
