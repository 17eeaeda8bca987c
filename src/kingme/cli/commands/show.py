"""`kingme show`: draw a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kingme.cli.arguments import (
    AsciiOption,
    FenArgument,
    ForceOption,
    GameOption,
    JsonOption,
    Labels,
    LabelsOption,
    PlainOption,
    read_fen,
)
from kingme.games.registry import DEFAULT

EXAMPLES = (
    "kingme show",
    "kingme show 'W:W18,K24:B7,12' --coordinates algebraic",
    "kingme show 'B:W22,8:B18,11' --svg board.svg",
)


def show(
    fen: FenArgument = "start",
    game: GameOption = DEFAULT,
    coordinates: LabelsOption = None,
    flip: Annotated[bool, typer.Option("--flip", help="Show the board from Black's side.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture instead; '-' for stdout.")
    ] = None,
    size: Annotated[int, typer.Option(help="Width of the picture in pixels.", min=40, max=10_000)] = 400,
    force: ForceOption = False,
    plain: PlainOption = False,
    ascii_: AsciiOption = False,
    json: JsonOption = False,
) -> None:
    """Draw a position, in the terminal or as a picture."""
    # Only text functions are used here, so the board is on the screen before a compiler could be imported.
    from kingme.core.squares import BLACK, WHITE, squares_of
    from kingme.text.fen import format_fen, parse_fen

    if game != DEFAULT:
        _show_game(read_fen(fen, game), game, coordinates, flip, svg, size, force, json)
        return
    coordinates = coordinates or Labels.NUMERIC
    position = parse_fen(read_fen(fen))
    pieces = (position.black, position.white, position.kings)
    bottom = BLACK if flip else WHITE
    canonical = format_fen(*position)
    if svg is not None:
        _write_picture(pieces, bottom, coordinates, size, svg, force)
    elif json:
        from kingme.cli.output import print_json

        kings = set(squares_of(position.kings))
        sides = {
            name: {
                "men": [square for square in squares_of(mask) if square not in kings],
                "kings": [square for square in squares_of(mask) if square in kings],
            }
            for name, mask in (("black", position.black), ("white", position.white))
        }
        print_json({"fen": canonical, "turn": ("black", "white")[position.turn], **sides})
    else:
        _print_board(pieces, bottom, coordinates, plain, ascii_)
        typer.echo(f"\n{('Black', 'White')[position.turn]} to move\n{canonical}")


def _print_board(pieces: tuple[int, int, int], bottom: int, labels: Labels, plain: bool, ascii_: bool) -> None:
    from kingme.cli.board_picture import board_lines
    from kingme.cli.output import console

    screen = console(plain=plain or ascii_)
    for line in board_lines(screen, *pieces, bottom=bottom, coordinates=labels.system, ascii=ascii_):
        screen.print(line, no_wrap=True, crop=False, overflow="ignore")


def _show_game(
    fen: str, name: str, labels: Labels | None, flip: bool, svg: Path | None, size: int, force: bool, json: bool
) -> None:
    """Draw a position of another game, which knows how it looks."""
    from kingme.games.registry import find_game

    game = find_game(name)
    position = game.parse_fen(fen)
    side = game.SIDES[position[3]]
    if svg is not None:
        options = {} if labels is None else {"coordinates": labels.system}
        _save(game.svg(position, size=size, bottom=0 if flip else 1, **options), svg, force)
    elif json:
        from kingme.cli.output import print_json

        stones = game.stones(position).items()
        pieces = [{"square": game.square_name(at), "side": game.SIDES[it.side], "kind": it.kind} for at, it in stones]
        print_json({"game": name, "fen": game.fen(position), "turn": side.lower(), "pieces": pieces})
    else:
        lines = game.draw(position).splitlines()
        turned = [line[::-1] for line in reversed(lines)] if flip else lines
        typer.echo("\n".join([*turned, "", f"{side} to move", game.fen(position)]))


def _save(picture: str, target: Path, force: bool) -> None:
    from kingme.cli.output import note, write_file

    if str(target) == "-":
        typer.echo(picture)
    else:
        write_file(target, picture + "\n", force=force)
        note(f"wrote {target}")


def _write_picture(
    pieces: tuple[int, int, int], bottom: int, labels: Labels, size: int, target: Path, force: bool
) -> None:
    from kingme.text.svg import board_svg

    _save(board_svg(*pieces, bottom=bottom, coordinates=labels.system, size=size), target, force)
