"""Pieces of HTML for notebooks: what is not HTML already is escaped."""

from __future__ import annotations

from xml.etree import ElementTree

from markupsafe import Markup

from kingme.text.html import interval, results_bar, side_by_side, table

NASTY = "</td><script>x()</script>\"'&amp;"


def test_texts_are_escaped_and_html_is_not() -> None:
    html = table([NASTY, "b"], [[NASTY, Markup("<b>1</b>")]], caption=NASTY)
    element = ElementTree.fromstring(html)
    assert [part.text for part in element.iter() if part.text == NASTY] == [NASTY] * 3
    assert [part.text for part in element.iter("b")] == ["1"]
    assert not list(element.iter("script"))


def test_pieces_fit_into_each_other() -> None:
    inner = table(["a"], [[results_bar(3, 1, 0)], [interval(0.5, 0.4, 0.6, 0.0, 1.0)]])
    element = ElementTree.fromstring(side_by_side(inner, Markup("")).replace("&#8203;", ""))
    assert len(list(element.iter("svg"))) == 1
    assert next(part.get("title") for part in element.iter("span")) == "3 won, 1 drawn, 0 lost"
    assert len(element) == 1
