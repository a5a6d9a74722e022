"""Copies of a game's rows: a game that many tests need is played once per process, through the services."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from typing import TypeVar

from django.apps import apps
from django.db.models import ForeignKey, Model

from games.models import Game, Player

# Rows by model, in an order in which each comes after those it points to.
Rows = list[tuple[type[Model], list[Model]]]

Row = TypeVar("Row", bound=Model)

_kept: dict[Hashable, tuple[Game, dict[int, str], Rows]] = {}


def once(key: Hashable, play: Callable[[], Game], player: Callable[[str], Player]) -> Game:
    """Return the game that `play` makes: by playing the first time, from then on as a copy of its rows.

    `player` finds or makes the person of a name. All that a copy has other than the first are primary keys.
    """
    if key not in _kept:
        game = play()
        rows = rows_of(game)
        people = {
            person.pk: person.name
            for person in Player.objects.filter(pk__in=_people_in([game], rows))
        }
        _kept[key] = copy.copy(game), people, copy.deepcopy(rows)
        return game
    first, people, rows = _kept[key]
    return _written(first, {pk: player(name) for pk, name in people.items()}, rows)


def rows_of(game: Game) -> Rows:
    """Return all rows that belong to a game, directly or by its seats, rounds and so on."""
    found: dict[type[Model], dict[int, Model]] = {Game: {game.pk: game}}
    models = [model for model in apps.get_app_config("games").get_models() if model is not Game]
    while True:
        before = sum(map(len, found.values()))
        for model in models:
            for key in _keys(model):
                owners = found.get(key.related_model, {})
                for row in model._default_manager.filter(**{f"{key.name}__in": list(owners)}):
                    found.setdefault(model, {}).setdefault(row.pk, row)
        if sum(map(len, found.values())) == before:
            break
    del found[Game]
    ordered: Rows = []
    while found:
        ready = [
            model for model in found if not any(key.related_model in found for key in _keys(model))
        ]
        ordered += [(model, [found[model][pk] for pk in sorted(found[model])]) for model in ready]
        for model in ready:
            del found[model]
    return ordered


def _keys(model: type[Model]) -> list[ForeignKey]:  # type: ignore[type-arg]
    """Return the foreign keys of a model but those to people, who belong to no game."""
    keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    return [key for key in keys if key.related_model not in {Player, model}]


def _people_in(games: list[Game], rows: Rows) -> set[int]:
    every: list[tuple[type[Model], list[Model]]] = [(Game, list(games)), *rows]
    return {
        value
        for model, members in every
        for key in model._meta.concrete_fields
        if isinstance(key, ForeignKey) and key.related_model is Player
        for value in (getattr(row, key.attname) for row in members)
        if value is not None
    }


def _written(first: Game, people: dict[int, Player], rows: Rows) -> Game:
    """Write a copy of these rows for these people and return its game."""
    fresh: dict[tuple[type[Model], int], int] = {
        (Player, pk): player.pk for pk, player in people.items()
    }
    game = _moved(first, fresh)
    game.save(force_insert=True)
    fresh[Game, first.pk] = game.pk
    for model, members in rows:
        copies = [_moved(row, fresh) for row in members]
        for row in copies:
            if hasattr(row, "key"):  # of a mail, which names its game
                row.key = row.key.replace(f":{first.pk}:", f":{game.pk}:", 1)
        model._default_manager.bulk_create(copies)
        fresh |= {(model, old.pk): new.pk for old, new in zip(members, copies, strict=True)}
    return Game.objects.get(pk=game.pk)


def _moved(row: Row, fresh: dict[tuple[type[Model], int], int]) -> Row:
    """Return a row like this one without a key of its own, which points to the new ones."""
    new = type(row)(
        **{
            field.attname: copy.deepcopy(getattr(row, field.attname))
            for field in row._meta.concrete_fields
            if not field.primary_key
        }
    )
    for key in row._meta.concrete_fields:
        if isinstance(key, ForeignKey) and getattr(new, key.attname) is not None:
            setattr(new, key.attname, fresh[key.related_model, getattr(row, key.attname)])
    return new
