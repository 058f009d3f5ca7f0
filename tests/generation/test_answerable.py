import pytest

from goldkit.generation.answerable import why_not

MIT = (
    "Copyright (c) 2024 The Authors\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this "
    "software and associated documentation files, to deal in the software without restriction."
)
APACHE = "# Licensed under the Apache License, Version 2.0;\n# you may not use this file except in compliance with the License."
BANNER = "We use cookies to make this site better for you. Accept all · Reject all · Cookie settings"
CONTENTS = "1 Before you start ........ 3\n2 Draining the buffer ....... 7\n2.1 By hand .......... 7\n3 The robot .......... 12"
INDEX = "buffer, 14, 22-25\ncartridge, 7\ndrive, cleaning of, 31\nrobot, 12, 40\nslot, 3"
CODE = (
    "from a.b import c\n\nclass View(c.Base):\n    def get(self, request):\n        return render(request, self.name)"
)
COMMENTED = CODE.replace("\n        return", "\n        # the keeper alone may open it\n        return")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (MIT, "licence"),
        (APACHE, "licence"),
        ("goldkit is licensed under the Apache License, so you may sell what you make with it.", None),
        ("© 2024 The Handbook Team, all of them", "only navigation"),
        (BANNER, "cookie notice"),
        ("Cookies of the login service live for eight hours. Afterwards you have to sign in again.", None),
        ("We use cookies for the login only. They live for eight hours.", None),
        (CONTENTS, "table of contents"),
        ("Coffee ........ 3\nTea ......... 2\nWater ....... 1\nSoup ....... 5", None),
        (
            "Contents\n========\n\n.. toctree::\n   :maxdepth: 1\n\n   overview\n   tools\n   advanced\n   more",
            "table of contents",
        ),
        ("The manual has four parts that build on one another.\n\n.. toctree::\n   overview\n   tools", None),
        (INDEX, "index"),
        ("valve,12\ngate,7\nhall,31\nroof,12\nkey,3", None),
        ("Home > Handbook > Operations of the site > Transfers", "only navigation"),
        (
            "Skip to content\nHome | Search | Menu\nPrevious: Tape\nNext: Storage\nWas this page helpful?\nBack to top",
            "only navigation",
        ),
        ("Home > Handbook > Tape\n\nThe tape robot is cleaned every second Monday.\nNext: Storage", None),
        ("Press File > Open > Recent and choose the last log.", None),
        (CODE, "only code"),
        (COMMENTED, None),
        ("timeout = 30\nretries = 5\nbackoff = 2\njitter = true\nqueue = 900", None),
        ("timeout: 30\nretries: 5\nbackoff: 2\njitter: true\nqueue: 900", None),
        ("SELECT name FROM valves;\n```", "only code"),
        ("what were the fees in 2007?\nand what were they in 2008?", "only questions"),
        ("May I take a helmet home? No, it stays in the hall.", None),
        ("Helmets: may I take one home?\nNever.", None),
        ("The following views can be used by everybody:", "only leads in to what follows"),
        ("The limit of files in the buffer of each site is:\n900", None),
        ("How the buffer of a site is drained by hand\n===========================================", "only headings"),
        ("The buffer of a site is drained by hand.\n---", None),
        ("Opening hours of the library: 9 to 17\n-----", None),
        ("多長時間清潔一次磁帶驅動器？每週一次。", None),
        ("cookie", "too short"),
    ],
)
def test_what_states_nothing_is_left_out_with_its_reason(text, reason):
    assert why_not(text) == reason


@pytest.mark.parametrize("at", range(20))
def test_five_words_are_a_fact(at):
    assert why_not(f"Gate {at} opens at {at + 5}") is None
