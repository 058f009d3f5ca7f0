"""Reading a prompt file, `<name>.v<N>.md`: a front matter and a body in sections, all of it checked before anything is asked.

    ---
    name: direct
    version: 1
    purpose: one line
    variables: text, title
    schema: {"type": "object", …}          (JSON; may go on over indented lines)
    chunks: 2-3                            (optional, for a style of questions: how many chunks one question is about; 1)
    checks: length, quote, …               (optional: the filters its questions go through; the usual ones)
    answerable: no                         (optional: its questions are to have no answer; yes)
    context: yes                           (optional: the reply gives the turn before too, in the field context; no)
    rewrite: typo                          (optional: a rule that changes the questions when they have been checked; none)
    ---
    <!-- system -->
    …
    <!-- user -->
    <passage>{{ text }}</passage>

What a style's variables may be is in goldkit/generation/variables.py, its checks in goldkit/generation/filters/catalogue.py; the
reply has a `question`, and a `quote` (`quotes`, one for each chunk, where there are several) unless it is to have no answer.

A changed prompt is a new version; the sha256 of the file goes into every record made with it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from goldkit.errors import DataError, Problem, bad
from goldkit.files import canonical
from goldkit.files.utf8 import CURE, not_utf8
from goldkit.llm import schema as schemas
from goldkit.llm.prompt import Prompt, template_environment

FILE_NAME = re.compile(r"(?P<name>[a-z][a-z0-9_-]*)\.v(?P<version>[0-9]+)\.md")
SECTION = re.compile(r"^<!-- (system|user|assistant) -->[ \t]*\n", re.MULTILINE)
FIELDS = ("name", "version", "purpose", "variables", "schema")
OPTIONAL = ("chunks", "checks", "answerable", "context", "rewrite")
CHUNKS = re.compile(r"([1-9])(?:-([1-9]))?")
YES_NO = {"yes": True, "no": False}


def read(path: Path) -> Prompt:
    """Read and check one prompt file. Raises DataError with all that is wrong in it."""
    data = path.read_bytes()
    head, body, first = _split(path, data)
    fields = _fields(path, head)
    matched = FILE_NAME.fullmatch(path.name)
    schema = _schema(path, fields["schema"])
    declared = _declared(path, fields)
    sections = tuple((role, text) for role, text in _sections(body))
    prompt = Prompt(
        name=fields["name"],
        version=int(fields["version"]) if fields["version"].isdigit() else -1,
        purpose=fields["purpose"],
        variables=_names(fields["variables"]),
        schema=schema,
        sections=sections,
        sha256=canonical.sha256_bytes(data),
        path=path,
        **declared,
    )
    problems = [*_naming(prompt, matched), *_body_problems(prompt, first)]
    if problems:
        raise DataError(problems)
    return prompt


def _split(path: Path, data: bytes) -> tuple[str, str, int]:
    """Front matter, body, and the 1-based line on which the body starts."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise bad(path, None, not_utf8(error, "file"), "UTF-8", CURE) from error
    parts = re.split(r"^---[ \t]*\n", text, maxsplit=2, flags=re.MULTILINE)
    if len(parts) != 3 or parts[0].strip():
        raise bad(path, 1, "no front matter", "a first block between two lines of ---", f"Give it {', '.join(FIELDS)}.")
    return parts[1], parts[2], 3 + parts[1].count("\n")


def _fields(path: Path, head: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    problems, last = [], ""
    for number, line in enumerate(head.splitlines(), start=2):
        name, colon, value = line.partition(":")
        if line[:1].isspace() and last:
            fields[last] += "\n" + line
        elif colon and name in (*FIELDS, *OPTIONAL) and name not in fields:
            fields[name], last = value.strip(), name
        elif line.strip():
            problems.append(
                Problem(str(path), number, repr(line), f"one of {', '.join((*FIELDS, *OPTIONAL))}, each once")
            )
    missing = [name for name in FIELDS if name not in fields]
    if missing:
        problems.append(Problem(str(path), 1, f"no {', '.join(missing)}", f"a front matter with {', '.join(FIELDS)}"))
    if problems:
        raise DataError(problems)
    return fields


def _declared(path: Path, fields: dict[str, str]) -> dict[str, Any]:
    """The optional fields that are there, as Prompt has them."""
    found: dict[str, Any] = {}
    problems = []
    if "chunks" in fields:
        least, most = _chunks(fields["chunks"])
        found |= {"least_chunks": least, "most_chunks": most}
        if not 1 <= least <= most:
            problems.append(
                Problem(str(path), None, f"chunks: {fields['chunks']}", "a number from 1 to 9, or a range: 2-3")
            )
    if "rewrite" in fields:
        found["rewrite"] = fields["rewrite"]
    if "checks" in fields:
        found["checks"] = _names(fields["checks"])
    for name in ("answerable", "context"):
        if name in fields:
            found[name] = YES_NO.get(fields[name])
            if found[name] is None:
                problems.append(Problem(str(path), None, f"{name}: {fields[name]}", "yes or no"))
    if problems:
        raise DataError(problems)
    return found


def _chunks(text: str) -> tuple[int, int]:
    """The least and the most of a range, (0, 0) where it is none."""
    matched = CHUNKS.fullmatch(text)
    return (int(matched[1]), int(matched[2] or matched[1])) if matched else (0, 0)


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _schema(path: Path, text: str) -> dict[str, Any]:
    try:
        schema = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise bad(path, None, f"a schema that is no JSON object ({error})", "a JSON schema") from error
    if schema.get("type") != "object" or (words := schemas.unknown_words(schema)):
        found = (
            "a schema of another type"
            if schema.get("type") != "object"
            else f"the schema words {', '.join(sorted(words))}"
        )
        raise bad(path, None, found, f"an object schema with the words {', '.join(sorted(schemas.KNOWN))}")
    return schema


def _sections(body: str) -> list[tuple[str, str]]:
    parts = SECTION.split(body)
    return [(role, text.strip()) for role, text in zip(parts[1::2], parts[2::2], strict=True)]


def _naming(prompt: Prompt, matched: re.Match[str] | None) -> list[Problem]:
    if matched and (matched["name"], int(matched["version"])) == (prompt.name, prompt.version):
        return []
    return [
        Problem(
            str(prompt.path),
            1,
            f"name {prompt.name}, version {prompt.version}",
            "those of its file name, <name>.v<N>.md",
        )
    ]


def _body_problems(prompt: Prompt, first: int) -> list[Problem]:
    import jinja2
    from jinja2 import meta

    path = str(prompt.path)
    if not prompt.sections or prompt.sections[-1][0] != "user":
        return [
            Problem(
                path, first, "no last user section", "sections <!-- system -->, <!-- user -->, …, the last one user"
            )
        ]
    try:
        trees = [template_environment().parse(body) for _, body in prompt.sections]
        used = set().union(*(meta.find_undeclared_variables(tree) for tree in trees))
    except jinja2.TemplateSyntaxError as error:
        return [Problem(path, None, f"a template that does not parse ({error})", "a Jinja2 template")]
    named = set(prompt.variables)
    undeclared = [
        Problem(path, 1, f"{name} in the body", f"one of its variables: {', '.join(prompt.variables)}")
        for name in sorted(used - named)
    ]
    unused = [
        Problem(path, 1, f"variable {name}, which the body does not use", "no such variable")
        for name in sorted(named - used)
    ]
    return undeclared + unused
