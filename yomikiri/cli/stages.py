"""What `solve --goal stages=...` prints: the splits as a table, beside the published one."""

from yomikiri.cli.report import cost
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words, signed
from yomikiri.solve import StagesAnswer
from yomikiri.solve.published import PublishedSplit

HEADINGS = (
    "column.split",
    "column.ahead",
    "column.values",
    "stages.kept",
    "column.stage_1",
    "column.stage_2",
    "column.seconds",
)


def show_stages(screen: Screen, answer: StagesAnswer) -> None:
    """One row for each split, and what they say together."""
    published, words = answer.published, screen.words
    headings = [*HEADINGS, "result.published"] if published else [*HEADINGS]
    table = screen.table(*(words(name) for name in headings), right=(2, 3, 4, 5, 6))
    for split in answer.splits:
        values = "/".join("-" if v is None else signed(v) for v in (split.first_value, split.value))
        leaves = [f"{leaves:,}" for leaves in split.leaves]
        row = [f"[{split.m},{split.n}]", words(f"stages.ahead_{split.winner}"), values]
        row += [f"{split.kept_number:,}", *leaves, f"{sum(split.seconds):.2f}"]
        claim = published.splits.get(split.m) if published else None
        table.add_row(*row, claimed(words, claim, split.winner) if claim else "")
    screen.print(f"{answer.game}  ({answer.goal})")
    screen.put(table)
    if answer.goal.split is None:
        screen.print(words("stages.tally", **answer.tally))
        if published and published.tally and answer.goal.is_whole:
            first, second = published.tally
            screen.print(words("stages.published_tally", first=first, second=second))
    for kept in answer.splits[0].kept if answer.goal.split and answer.splits else ():
        value = words("stages.not_read") if kept.value is None else signed(kept.value)
        line = " ".join(answer.game.line_text(answer.position, kept.line))
        screen.print(f"{words('stages.kept')}: {line}  {value}")
    if published:
        screen.print(words("stages.mistaken", source=published.source))
    if answer.stopped:
        done = words("stages.splits_done", done=len(answer.splits), total=answer.total)
        screen.print(f"{words(f'result.stopped_{answer.stopped}')}: {done}")
    screen.print(cost(words, answer.nodes, answer.seconds, answer.threads))


def claimed(words: Words, claim: PublishedSplit, winner: str) -> str:
    """What was published about a split, and whether it is the same."""
    text = f"{words(f'stages.ahead_{claim.winner}')} {'=' if claim.winner == winner else '/='}"
    if claim.leaves and claim.seconds is not None:
        text += f"  {claim.leaves[0]:,} + {claim.leaves[1]:,}, {claim.seconds:,} s"
    return text
