"""Names of people: what they may be, who may have them, and how they are kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from kingme.database.connection import transaction
from kingme.web.people import person
from kingme.web.people.names import NameRefusedError, name_key, person_name
from kingme.web.store import Store

ANN, BOB = "a" * 32, "b" * 32


@pytest.fixture
def store(any_place: str) -> Iterator[Store]:
    made = Store(any_place)
    yield made
    made.close()


def name(store: Store, id: str, text: str) -> person.Person:
    with transaction(store.engine, store.place, write=True) as connection:
        return person.set_name(connection, id, text)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann \n Smith ", "Ann Smith"),
        ("Ann\u202egro", "Anngro"),
        ("Łukasz", "Łukasz"),
        ("王芳", "王芳"),
        ("Анна", "Анна"),
    ],
)
def test_names_are_one_line_that_can_be_seen(given: str, kept: str) -> None:
    assert person_name(given) == kept


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("A", "2 to 24"),
        ("x" * 25, "2 to 24"),
        ("\u200b\u200b\u200b", "can be seen"),
        ("!!!", "letter or a digit"),
        ("Аnnа", "look alike"),  # Cyrillic at both ends
        ("Kingme", "KingMe itself"),
        ("k i n g-m e", "KingMe itself"),
        ("level-5", "KingMe itself"),
        ("Régina", "KingMe itself"),
        ("ADMINISTRATOR", "KingMe itself"),
    ],
)
def test_names_that_nobody_may_have(given: str, why: str) -> None:
    with pytest.raises(NameRefusedError, match=why):
        person_name(given)


def test_keys_drop_what_a_reader_overlooks() -> None:
    assert name_key("Сосо") == name_key("Coco")  # the first in Cyrillic
    assert name_key("Straße") == name_key("STRASSE")
    assert name_key("Ann") != name_key("Anne")


def test_guests_choose_names_and_change_them(store: Store) -> None:
    first = name(store, ANN, "Ann")
    assert (first.name, first.kind) == ("Ann", "guest")
    again = name(store, ANN, "Annie")
    assert (again.name, again.created) == ("Annie", first.created)
    name(store, BOB, "Annie")  # guests may share a name
    assert {id: one.name for id, one in person.look_up(store, (ANN, BOB, "c" * 32)).items()} == {
        ANN: "Annie",
        BOB: "Annie",
    }


def test_a_name_with_a_key_is_nobody_elses(store: Store) -> None:
    with transaction(store.engine, store.place, write=True) as connection:
        person.put(connection, ANN, "Ann Smith", "account")
    with pytest.raises(NameRefusedError, match="somebody else"):
        name(store, BOB, "ann-smíth")
    assert name(store, ANN, "Ann SMITH").kind == "account"


def test_a_row_that_was_changed_counts_as_not_there(store: Store) -> None:
    name(store, ANN, "Ann")
    with transaction(store.engine, store.place, write=True) as connection:
        connection.execute(sa.update(person.people).values(name="Eve"))
    assert person.look_up(store, (ANN,)) == {}
    assert name(store, ANN, "Ann").name == "Ann"


def test_guests_that_were_not_seen_for_longest_make_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person, "MOST_GUESTS", 3)
    for number in range(5):
        name(store, f"{number:032}", f"Guest no {number}")
    with transaction(store.engine, store.place) as connection:
        kept = connection.execute(sa.select(person.people.c.name)).scalars().all()
    assert sorted(kept) == ["Guest no 2", "Guest no 3", "Guest no 4"]


def test_who_is_here_is_noted(store: Store) -> None:
    before = name(store, ANN, "Ann")
    with transaction(store.engine, store.place, write=True) as connection:
        person.touch(connection, ANN)
    after = person.look_up(store, (ANN,))[ANN]
    assert after.seen > before.seen
    assert after.created == before.created
