"""The one change of a word that may pass: a known slip of spelling, in plain text.

A rule of letters cannot tell a slip from another word (colocation, collocation; palvelimen, palvelimeen), and no dictionary
is at hand. So the slips are listed: long English words and a form of each that is a word in no language we know of.
"""

from __future__ import annotations

from goldkit.duplicates.difference import Difference, Side

_LISTED = """
accommodation: accomodation acommodation
accidentally: accidentaly
accompanying: acompanying
accordingly: acordingly
additionally: additionaly
administrator: adminstrator administator
alternatively: alternativly
apparently: apparantly
application: aplication
appropriate: appropiate apropriate
approximately: aproximately approximatly
argument: arguement
asynchronous: asynchronus
authentication: authetication
automatically: automaticaly automaticly
available: availible avaliable
beginning: begining
certificate: certficate certifcate
committed: commited
committing: commiting
communication: comunication
compatibility: compatability
completely: completly
configuration: configuraton configuation
connected: conected
connection: conection connnection
connections: conections
convenience: convienience
corresponding: coresponding
definitely: definately definitly
deployment: deployement
description: desription
destination: destinaton
development: developement
difference: diffrence
directory: direcotry
environment: enviroment enviornment
existence: existance
explicitly: explicitely
expression: expresion
following: follwing
immediately: immediatly imediately
implementation: implemention implementaton
independent: independant
information: infomation
initialization: initalization
installation: instalation
maintenance: maintainance maintenence
management: managment
necessary: neccessary necesary
occasionally: occassionally ocasionally
occurred: occured
occurrence: occurence
occurring: occuring
operation: opertion
parameter: paramter
parameters: paramters
particularly: particulary
permission: permision
permissions: permisions
possibility: posibility
preceding: preceeding
previously: previosly
privilege: priviledge
procedure: proceedure
receive: recieve
received: recieved
recommend: recomend reccomend
recommended: recomended reccomended
reference: refrence
repository: repositry
retrieval: retreival
separate: seperate
separated: seperated
separately: seperately
specification: specifcation
specified: specifed
statistics: statisics
subsequent: subsequnt
successful: succesful successfull sucessful
successfully: succesfully sucessfully
synchronization: syncronization
temporary: temporay
transferred: transfered
unfortunately: unfortunatly
unnecessary: unneccessary unecessary
"""


def _slips() -> dict[str, str]:
    lines = (line.split(":") for line in _LISTED.strip().splitlines())
    return {slip: right for right, slips in lines for slip in slips.split()}


SLIPS = _slips()
"""Misspelt form → the word it stands for."""

_PLAIN_AFTER = frozenset(".,;")


def is_typo(difference: Difference) -> bool:
    """Whether the difference is one word with a known slip, in plain text on both sides."""
    if (len(difference.in_a), len(difference.in_b)) != (1, 1):
        return False
    a, b = difference.in_a[0], difference.in_b[0]
    if a.raw or b.raw or (SLIPS.get(a.text) != b.text and SLIPS.get(b.text) != a.text):
        return False
    return _in_prose(difference.a, difference.a_from) and _in_prose(difference.b, difference.b_from)


def _in_prose(side: Side, at: int) -> bool:
    """A gap before the word, and a gap, or a stop and a gap, after it."""
    if side.kept[at] or side.glued(at):
        return False
    return not side.glued(at + 1) or (side.tokens[at + 1].text in _PLAIN_AFTER and not side.glued(at + 2))
