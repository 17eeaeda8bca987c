"""What is said of an answer: the lesson's own words, or words made from the line that refutes it."""

from __future__ import annotations

from kingme.board import Board
from kingme.library.lessons.proof import Proved
from kingme.library.lessons.step import Step

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def words_for(step: Step, proved: Proved) -> str:
    """What to say of a move in a step."""
    named = step.named.get(proved.move)
    if named is not None:
        return named.words
    lesson = step.board.notation(step.move)
    if proved.verdict == "right":
        return f"That works as well. The lesson goes on with {lesson}: {step.right[0].words}"
    if proved.verdict == "fine" and step.goal == "quickest":
        return f"That wins too ({proved.score}), but not in the fewest moves. Look again."
    if proved.verdict == "fine":
        return "Not bad, but there is a better move. Look for something more forcing."
    return step.otherwise or refutation(step, proved)


def refutation(step: Step, proved: Proved) -> str:
    """Why a move is wrong, from the line that follows it."""
    turn = step.board.turn
    other = str(turn.other).capitalize()
    if not proved.line:
        return "That does not do what the task asks for."
    answer = f"{other} answers {proved.line[0]}"
    gained, lost = _taken(step.board.play(proved.move), proved.line)
    gained += len(proved.move.captured)
    score = proved.score
    if score is not None and score.result == -1:
        return f"That loses: {answer}" + (f" and wins in {score.plies} plies." if score.plies else ".")
    if score is not None and score.result == 0 and step.goal == "win":
        return f"That lets the win slip. {answer}, and with best play it is a draw."
    if lost > gained:
        down = lost - gained
        return f"{answer}, and in the end you are {_number(down)} {'man' if down == 1 else 'men'} down."
    if step.goal == "win":
        return f"{answer}, and there is no win any more."
    return f"{answer}, and the chance is gone."


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _taken(board: Board, line: tuple[str, ...]) -> tuple[int, int]:
    """Pieces that both sides lose in a line: those that the second to move takes, then the first."""
    taken = [0, 0]
    for number, text in enumerate(line):
        move = board.parse_move(text)
        taken[number % 2] += len(move.captured)
        board = board.play(move)
    return taken[1], taken[0]
