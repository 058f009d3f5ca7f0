from hypothesis import given
from hypothesis import strategies as st

from goldkit.text.wording import Wordings, near_identical

TEXTS = st.lists(st.text(alphabet="abc ?5", max_size=12), max_size=8)


@given(TEXTS, st.text(alphabet="abc ?5", max_size=12))
def test_a_match_is_found_exactly_when_one_of_them_is_near_identical(remembered, text):
    wordings = Wordings()
    for each in remembered:
        wordings.add(each)
    found = wordings.match(text)
    alike = [each for each in remembered if near_identical(each, text)]
    assert found in alike if alike else found is None
