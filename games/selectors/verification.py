"""Finished games of the database, replayed by today's rules and compared with all that is stored of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q

from games import azul
from games.azul import COLOR_LETTERS, Color, Position, Tiled
from games.models import Game, PlacementScore, Result, Round, RoundScore
from games.selectors.places import DIRECTOR, is_forfeited, ranking_of
from games.selectors.positions import Eyes, Table, load_table

__all__ = ["RECENT", "faults_of_game", "finished_games"]

RECENT = timedelta(days=30)


def finished_games(*, since: datetime | None = None) -> Iterator[int]:
    """Return the ids of finished games that everybody may see, oldest first.

    `since`: only those that ended later, or that could be seen later for the sake of others with the same tiles.
    """
    games = Game.objects.finished().open_to_all().order_by("pk")
    if since is not None:
        games = games.filter(Q(finished_at__gte=since) | Q(deal__opened_at__gte=since))
    return games.values_list("pk", flat=True).iterator()


def faults_of_game(game_id: int) -> list[str]:
    """Return what doesn't agree in a finished game, a sentence each; seven queries."""
    table = load_table(game_id, Eyes.SERVER)
    faults = list(_commitment_faults(table.game))
    try:
        position = table.position
    except (azul.IllegalMove, azul.InvalidNotation, ValueError) as fault:
        return [*faults, f"the moves can't be replayed: {fault}"]
    if position.end_reason is None and not is_forfeited(table.game):
        return [*faults, f"the game is not over after {len(table.moves)} moves"]
    faults += _game_faults(table, position)
    faults += _result_faults(table, position)
    faults += _round_faults(table, position)
    faults += _score_faults(table, position)
    return faults


def _commitment_faults(game: Game) -> Iterator[str]:
    try:
        is_kept = azul.seed_hash(bytes.fromhex(game.secret_seed())) == game.seed_hash
    except ValueError:
        is_kept = False
    if not is_kept:
        yield "the commitment is not the SHA-256 of the seed"
    if game.rules_version > azul.RULES_VERSION:
        yield f"it was played by rules {game.rules_version}, this program knows {azul.RULES_VERSION}"


def _game_faults(table: Table, position: Position) -> Iterator[str]:
    game = table.game
    if not is_forfeited(game):
        yield from _differ("end reason", game.end_reason, position.end_reason)
    yield from _differ("moves played", game.turn, position.turn)
    yield from _differ("rounds played", game.round, position.round)


def _result_faults(table: Table, position: Position) -> Iterator[str]:
    stored = {result.seat_id: result for result in Result.objects.filter(game=table.game)}
    ranking = ranking_of(table.seats, position.boards)
    places = {seat: place for place, seats in ranking for seat in seats}
    for seat in table.seats:
        board = position.boards[seat.index]
        bonus = azul.bonuses(board)
        if position.end_reason is None:
            bonus = bonus._replace(points=0)
        yield from _differ(f"{seat.name}: score at the table", seat.score, board.score)
        result = stored.get(seat.pk)
        if result is None:
            yield f"{seat.name}: no result is stored"
            continue
        if result.reason != DIRECTOR:
            yield from _differ(f"{seat.name}: place", result.place, places[seat.index])
        yield from _differ(f"{seat.name}: final score", result.score, board.score)
        yield from _differ(
            f"{seat.name}: rows, columns, colors and bonus",
            (result.rows, result.columns, result.colors, result.bonus),
            tuple(bonus),
        )


def _round_faults(table: Table, position: Position) -> Iterator[str]:
    stored = {row.number: row for row in Round.objects.filter(game=table.game)}
    for deal in position.deals:
        row = stored.pop(deal.round, None)
        if row is None:
            yield f"round {deal.round}: not stored"
            continue
        where = f"round {deal.round}"
        displays = " ".join(_word(display) or "-" for display in deal.displays)
        yield from _differ(f"{where}: displays", row.displays, displays)
        yield from _differ(f"{where}: starting seat", row.start_seat + 1, deal.start_seat + 1)
        yield from _differ(f"{where}: refill", row.refill_after, deal.refill_after)
        yield from _differ(f"{where}: bag", row.bag_after, _numbers(deal.bag_after))
        yield from _differ(f"{where}: lid", row.lid_after, _numbers(deal.lid_after))
    for number in stored:
        yield f"round {number}: stored, but never played"


def _score_faults(table: Table, position: Position) -> Iterator[str]:
    scores = RoundScore.objects.filter(round__game=table.game).select_related("round")
    stored = {(score.round.number, score.seat_id): score for score in scores}
    placed: dict[tuple[int, int], list[tuple[object, ...]]] = {}
    rows = PlacementScore.objects.filter(round__game=table.game).order_by("line")
    for row in rows.select_related("round"):
        facts = (row.line, row.color, row.column, row.across, row.down, row.points)
        placed.setdefault((row.round.number, row.seat_id), []).append(facts)
    for number, tilings in enumerate(position.tilings, start=1):
        for seat, tiled in zip(table.seats, tilings, strict=True):
            where = f"round {number}: {seat.name}"
            score = stored.get((number, seat.pk))
            if score is None and tiled is None:
                continue  # a forfeit ended the game while this seat had still to tile
            if score is None or tiled is None:
                yield f"{where}: no score is stored"
                continue
            scored = (
                score.floor,
                score.gained,
                score.penalty,
                score.score_before,
                score.score_after,
            )
            yield from _differ(f"{where}: floor, points and scores", scored, _facts(tiled))
            tiles = [(tile.row, COLOR_LETTERS[tile.color], *tile[2:]) for tile in tiled.placements]
            yield from _differ(f"{where}: placements", placed.get((number, seat.pk), []), tiles)


def _facts(tiled: Tiled) -> tuple[object, ...]:
    floor = "".join(
        COLOR_LETTERS[piece] if isinstance(piece, Color) else "M" for piece in tiled.floor
    )
    return floor, tiled.gained, tiled.penalty, tiled.score_before, tiled.score_after


def _differ(what: str, stored: object, replayed: object) -> Iterator[str]:
    if stored != replayed:
        yield f"{what}: stored {stored}, replayed {replayed}"


def _word(display: tuple[Color, ...]) -> str:
    return "".join(COLOR_LETTERS[color] for color in display)


def _numbers(counts: tuple[int, ...]) -> str:
    return " ".join(str(count) for count in counts)
