"""Words of the field that are no keys of the standard rule set → what to write instead."""

from __future__ import annotations

_KING = "`royal: [king]`, beside `win`: who is in check and cannot help it has lost"
_AREA = "areas are counted at the end: `stuck: most area`, with `passing: always` and `passes: 2`"
_ACTIONS = "so many actions a turn: `in_turn: 2`, and `first_turn: 1` for the first"
_NO_PROGRESS = "`no_progress: {actions: 100, moves_of: [pawn]}` draws after fifty moves of each of two players"
_COMPULSORY = "`compulsory: true`"
_TOWERS = "`stacks: {onto: any}` puts towers on others, `hops: {man: [{over: enemy, takes: prisoner}]}` takes a top"
_RECURRENCE = "`recurrence: board` lets no board come again"
_SHARING = "`sharing: {limit: 3}`: a cell holds three pieces side by side"
_CARDS = "`draw: {cards: {1: 4, 2: 4, 3: 2}}`, for a card before each turn"
_DRAWS = "`repetition: 3` and `no_progress` end a game without a winner, `stuck: draws` where nobody can act"
_JUMPS = "`hops: {man: [{over: enemy, takes: removed}]}`, and `chain` for several in one turn"
_CAPTURES = "`capture` says how pieces are captured, `captured` what becomes of them, `hops` what is jumped over"
_CROWN = "`promotion: {man: {zone: {white: top}, to: [king]}}`, if a piece becomes another"
_MOVES = "each kind of piece has its own moves, beside the rules; `also` adds moves under a condition"
_PLACING = "`drops: {man: board}`, and `drops_first: true` while pieces are in hand"
_GOALS = "goals stand under `win` and `lose`"
_SETUP = "the pieces at the start are keys of the file beside the rules: setup for the board, hand for those in hand"
_WALLS = "`terrain: {marsh: {open: never}}` for holes in the board, `forbidden: {man: marsh}` for some pieces"
_ENDS = "`ends: [full board, empty hand]`, where `stuck: most pieces` then counts"
_PLACED_AS = "`placed_as: {flat: [flat, wall]}`: a flat in hand is placed as one of the two"
_ORDERS = "`simultaneous: {same_cell: bounce}`: all players order at the same time"
_ELIMINATION = "a goal: `win: [{capture: all}]`"

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
    **dict.fromkeys(("row", "in_a_row", "inarow"), "`line: 4`"),
    **dict.fromkeys(("eliminate", "elimination"), "`capture: all`"),
    **dict.fromkeys(("connection", "join", "link"), "`{connect: {white: [west, east]}}`"),
    **dict.fromkeys(("stuck", "blocked"), "who cannot act loses, wins or draws by `stuck`, which stands beside `win`"),
    **dict.fromkeys(("arrive", "goal", "race", "home"), "`{reach: {white: top}}`"),
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
    **dict.fromkeys(("goal", "goals", "victory", "winner", "winning", "wins", "loses", "losing"), _GOALS),
    **dict.fromkeys(("end", "ending", "objective", "condition"), _GOALS),
    **dict.fromkeys(("elimination", "eliminate", "annihilation"), _ELIMINATION),
    "connection": "a goal: `win: [{connect: {white: [west, east]}}]`",
    **dict.fromkeys(("row", "in_a_row", "inarow", "five_in_a_row"), "a goal: `win: [{line: 4}]`"),
    **dict.fromkeys(("scoring", "points", "majority"), GOAL_WORDS["score"]),
    **dict.fromkeys(("tie", "ties", "draws", "drawn"), _DRAWS),
    **dict.fromkeys(("captures", "capturing", "take", "takes", "taking", "kill", "kills"), _CAPTURES),
    **dict.fromkeys(("king", "kings", "royalty"), "`royal: [king]`, for pieces that may not be lost"),
    **dict.fromkeys(("crown", "crowning", "king_row"), _CROWN),
    **dict.fromkeys(("move", "moves", "movement", "movements"), _MOVES),
    **dict.fromkeys(("wall", "walls", "blocked", "holes", "obstacles"), _WALLS),
    **dict.fromkeys(("setup", "start", "hand", "reserve"), _SETUP),
    **dict.fromkeys(("order", "turn_order", "first_player"), "`turns: [white, black]`, in the order of play"),
    **dict.fromkeys(("multi_jump", "multijump", "double_jump", "multiple_jumps"), "`chain: {}`: jumps join in a turn"),
    **dict.fromkeys(("double_move", "moves_a_turn", "action"), _ACTIONS),
    **dict.fromkeys(("skip", "may_pass"), "`passing: always`, or `passing: stuck` for who can do nothing else"),
    **dict.fromkeys(("claim", "adopts", "recruits"), "`claims: W`, for pieces of a neutral player"),
    **dict.fromkeys(("convert", "converts", "turn_over"), "`captured: flips`, with `capture: custodial`"),
    "custodian": "`capture: custodial`",
    "sandwich": "`capture: custodial`",
    "liberties": "`capture: surround`",
    **dict.fromkeys(("full", "board_full", "empty_hand", "game_end", "end_when"), _ENDS),
    **dict.fromkeys(("drop_as", "drops_as", "place_as", "standing"), _PLACED_AS),
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
    **dict.fromkeys(("mandatory", "forced", "must_capture", "obligatory"), _COMPULSORY),
    "threefold": "`repetition: 3`",
    "castles": "`castling: {king: [{partner: rook, steps: 2}]}`",
    "castle": "`castling: {king: [{partner: rook, steps: 2}]}`",
    "in_passing": "`en_passant: {pawn: [pawn]}`",
    **dict.fromkeys(("fifty_moves", "move_count", "fifty", "quiet_moves"), _NO_PROGRESS),
    **dict.fromkeys(("jump", "jumps", "jumping", "leap", "leaps", "hop"), _JUMPS),
    **dict.fromkeys(("mills", "removal", "remove"), "`capture: mill`, with `mill: {line: 3}`"),
    **dict.fromkeys(("flying", "fly"), "`flies: {man: 3}`: who has three pieces at most flies"),
    **dict.fromkeys(("push", "pushing", "shove"), "`pushes: {man: {row: 3, edge: open}}`"),
    **dict.fromkeys(("slides", "slide", "sliding", "ricochet"), "`until_stopped: [man]`, for pieces that slide"),
    **dict.fromkeys(("tower", "towers", "stack", "stacking", "column", "columns", "prisoners", "cover"), _TOWERS),
    **dict.fromkeys(("split", "splits", "carry"), "`stacks: {onto: any, lifts: any}`: a part of a tower may move"),
    **dict.fromkeys(("capacity", "share", "shared", "shares", "room", "occupancy", "per_space"), _SHARING),
    **dict.fromkeys(("orders", "at_once", "same_time", "secret_orders", "programming", "bounce", "standoff"), _ORDERS),
    "handicap": "`opening: [{places: stone, by: black, where: stars}]`, once for each piece",
    "removals": "`opening: [{removes: own}, {removes: own, next_to: gap}]`",
    **dict.fromkeys(("phase", "stages"), "they follow from `drops`, `drops_first: true` and `flies: {man: 3}`"),
    "phases": "they follow from `drops`, `drops_first: true` and `flies: {man: 3}`",
    **dict.fromkeys(("place", "places", "placing", "placement", "placements"), _PLACING),
    **dict.fromkeys(("secret", "secrets", "reveal", "fog", "views"), "`hidden: {pieces: all, hands: true}`"),
    **dict.fromkeys(
        ("standing_stones", "capstone", "capstones", "flatten"),
        "`stacks: {closed: [wall], flattens: {cap: {wall: flat}}}`",
    ),
    **dict.fromkeys(("anchor", "contact", "neutral"), "`stacks: {anchors: [ring], uncounted: [ring]}`"),
    **dict.fromkeys(("deck", "card", "cards", "shuffle"), _CARDS),
}
