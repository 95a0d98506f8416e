"""Words of the field that are no keys of the standard rule set → what to write instead."""

from __future__ import annotations

_KING = "`royal: [king]`, beside `win`: who is in check and cannot help it has lost"
_AREA = "areas are counted at the end: `stuck: most area`, with `passing: always` and `passes: 2`"
_ACTIONS = "so many actions a turn: `in_turn: 2`, and `first_turn: 1` for the first"
_NO_PROGRESS = "`no_progress: {actions: 100, moves_of: [pawn]}` draws after fifty moves of each of two players"
_COMPULSORY = "`compulsory: true`"
_TOWERS = "`stacks: {onto: any}` puts towers on others, `hops: {man: [{over: enemy, takes: prisoner}]}` takes a top"
_RECURRENCE = "`recurrence: board` lets no board come again"
_CARDS = "`draw: {cards: {1: 4, 2: 4, 3: 2}}`, for a card before each turn"

GOAL_WORDS = {
    "checkmate": _KING,
    "mate": _KING,
    "check": _KING,
    "royal": _KING,
    "stalemate": "who cannot act loses, wins or draws by `stuck`, which stands beside `win`",
    "most": "`stuck: most pieces`, beside `win`, counts at the end",
    "score": "`stuck: most pieces` or `stuck: most area`, beside `win`, counts at the end",
    "territory": _AREA,
    "area": _AREA,
    "bridge": "a bridge joins two corners: `{connect: {white: [corner a, corner b]}, at_least: 2}`",
    "fork": "a fork joins three sides: `{connect: {white: [side a, side b, side c]}, at_least: 3}`",
    "loop": "`ring: any`",
    "row": "`line: 4`",
    "fill": "`{reach: {white: top}, pieces: fill}`",
}
OPTION_WORDS = {
    **{word: GOAL_WORDS[word] for word in ("checkmate", "mate", "check", "territory", "area", "score")},
    "stalemate": "`stuck: draws`, `stuck: loses` or `stuck: wins`",
    **dict.fromkeys(("dice", "die", "chance", "random", "rolls"), "`roll: 2d6`, for dice before each turn"),
    "connect": "a goal: `win: [{connect: {white: [west, east]}}]`",
    "ring": "a goal: `win: [{ring: any}]`",
    "line": "a goal: `win: [{line: 4}]`",
    "reach": "a goal: `win: [{reach: {white: top}}]`",
    "goal": "goals stand under `win` and `lose`",
    "goals": "goals stand under `win` and `lose`",
    "custodian": "`capture: custodial`",
    "sandwich": "`capture: custodial`",
    "liberties": "`capture: surround`",
    "suicide": "`surround: {suicide: allowed}`",
    "flip": "`captured: flips`, with `capture: custodial`",
    "flips": "`captured: flips`, with `capture: custodial`",
    "ko": _RECURRENCE,
    "superko": _RECURRENCE,
    "pie": "`swap: true`",
    "pie_rule": "`swap: true`",
    "actions": _ACTIONS,
    "budget": _ACTIONS,
    "moves_per_turn": _ACTIONS,
    "mandatory": _COMPULSORY,
    "forced": _COMPULSORY,
    "must_capture": _COMPULSORY,
    "threefold": "`repetition: 3`",
    "castle": "`castling: {king: [{partner: rook, steps: 2}]}`",
    "in_passing": "`en_passant: {pawn: [pawn]}`",
    **dict.fromkeys(("fifty_moves", "move_count", "fifty", "quiet_moves"), _NO_PROGRESS),
    "jumps": "`hops`",
    **dict.fromkeys(("mills", "removal", "remove"), "`capture: mill`, with `mill: {line: 3}`"),
    **dict.fromkeys(("flying", "fly"), "`flies: {man: 3}`: who has three pieces at most flies"),
    **dict.fromkeys(("push", "pushing", "shove"), "`pushes: {man: {row: 3, edge: open}}`"),
    **dict.fromkeys(("slides", "slide", "sliding", "ricochet"), "`until_stopped: [man]`, for pieces that slide"),
    **dict.fromkeys(("tower", "towers", "stack", "stacking", "column", "columns", "prisoners", "cover"), _TOWERS),
    **dict.fromkeys(("split", "splits", "carry"), "`stacks: {onto: any, lifts: any}`: a part of a tower may move"),
    "handicap": "`opening: [{places: stone, by: black, where: stars}]`, once for each piece",
    "removals": "`opening: [{removes: own}, {removes: own, next_to: gap}]`",
    "phases": "they follow from `drops`, `drops_first: true` and `flies: {man: 3}`",
    "placing": "`drops: {man: board}` and `drops_first: true`",
    **dict.fromkeys(("secret", "secrets", "reveal", "fog", "views"), "`hidden: {pieces: all, hands: true}`"),
    **dict.fromkeys(("walls", "capstone", "flatten"), "`stacks: {closed: [wall], flattens: {cap: {wall: flat}}}`"),
    **dict.fromkeys(("anchor", "contact", "neutral"), "`stacks: {anchors: [ring], uncounted: [ring]}`"),
    **dict.fromkeys(("deck", "cards", "draws", "shuffle"), _CARDS),
}
