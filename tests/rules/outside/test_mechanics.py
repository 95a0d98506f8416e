"""A little game for each mechanic, written from the pages of the docs alone: checked, proven, built and played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from rules.outside.hidden_games import HIDING
from specs import put

from fabgen.check.game import check_spec
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

HEAD = """\
fabgen: 1
title: A Little Game
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
"""
CONNECTING = HEAD + """\
board:
  rhombus: 4x4
  cell: 30 mm
  material: birch-ply-3mm
  zones:
    west: {cells: a1-a4, of: white, pattern: stripes}
    east: {cells: d1-d4, of: white, pattern: stripes}
    south: {cells: a1-d1, of: black, pattern: none}
    north: {cells: a4-d4, of: black, pattern: none}
pieces:
  stone: {each: 8, moves: none, body: {tile: hex}}
hand: {white: {stone: 8}, black: {stone: 8}}
rules:
  set: standard
  drops: {stone: board}
  win: [{connect: {white: [west, east], black: [south, north]}}]
examples:
  - id: gap
    title: Two chains of white
    position: "white: stone a2 b2 d2; black: stone b1 b3 c3; white hand: 5 stone; black hand: 5 stone; turn: white"
    line: [stone@d1]
    result: open
  - id: joined
    title: White joins west and east
    position: "white: stone a2 b2 d1; black: stone b3 d2 a4; white hand: 5 stone; black hand: 5 stone; turn: white"
    line: [stone@c1]
    result: white
"""
ENCLOSING = HEAD + """\
board:
  grid: 7x7
  cell: 45 mm
  material: birch-ply-3mm
  zones:
    throne: {cells: d4, pattern: dots}
    corner: {cells: a1 g1 a7 g7, pattern: corners}
    by throne: {cells: d3 d5 c4 e4, pattern: none}
pieces:
  man: {each: {white: 4, black: 8}, moves: R, body: {tile: disc}}
  king: {each: {white: 1, black: 0}, moves: R, body: {tile: hex}}
setup:
  black: {man: d1 d2 a4 b4 f4 g4 d6 d7}
  white: {man: d3 d5 c4 e4, king: d4}
rules:
  set: standard
  turns: [black, white]
  capture: custodial
  custodial:
    hostile: {man: [throne, corner], king: [throne, corner]}
    all_sides: {king: [throne, by throne]}
  forbidden: {man: [throne, corner]}
  win: [{reach: {white king: corner}}, {capture: [king]}]
examples:
  - id: between
    title: A man between two enemies is captured
    position: "black: man b2 f3 g2; white: king d4, man c2; turn: black"
    line: [g2-d2]
    legal: [d4-d3]
    illegal: [c2-c3]
  - id: safe
    title: Whoever goes between two enemies is safe
    position: "white: king e6, man c5; black: man b2 d2; turn: white"
    line: [c5-c2]
    legal: [b2-b3]
    illegal: [b2xc2]
  - id: throne
    title: On the throne the king is captured by four
    position: "black: man d3 d5 c4 e1; white: king d4; turn: black"
    line: [e1-e4]
    result: black
"""
FLIPPING = HEAD + """\
board:
  grid: 6x6
  cell: 30 mm
  material: birch-ply-3mm
pieces:
  disc: {each: 36, moves: none, body: {tile: disc}}
setup:
  black: {disc: d4 c3}
  white: {disc: c4 d3}
rules:
  set: standard
  turns: [black, white]
  drops: {disc: board}
  supply: endless
  capture: custodial
  custodial: {to: K, run: any}
  captured: flips
  compulsory: always
  passing: stuck
  stuck: most pieces
examples:
  - id: first
    title: Black may begin on four cells
    exactly: [disc@b4, disc@c5, disc@d2, disc@e3]
    illegal: [disc@a1, pass]
  - id: turned
    title: White discs between black ones turn over
    position: "black: disc a1 e5 e1; white: disc b2 c3 d4 b1 c1; turn: black"
    line: [disc@d1]
    next: white
    exactly: [disc@f6]
"""
SURROUNDING = HEAD + """\
board:
  grid: 5x5
  points: true
  cell: 30 mm
  material: birch-ply-3mm
pieces:
  stone: {each: 25, moves: none, body: {tile: disc}}
rules:
  set: standard
  turns: [black, white]
  drops: {stone: board}
  supply: endless
  capture: surround
  recurrence: board
  passing: always
  passes: 2
  stuck: most area
  komi: {white: 2.5}
examples:
  - id: ko
    title: A ko is not taken back at once
    position: "black: stone b1 a2 b3; white: stone b2 c1 d2 c3; turn: black"
    line: [stone@c2]
    illegal: [stone@b2]
    legal: [stone@e5]
  - id: counted
    title: Two passes, and areas are counted
    position: "black: stone b1 b2 b3 b4 b5; white: stone d1 d2 d3 d4 d5; turn: black"
    line: [pass, pass]
    result: white
"""
SWAPPING = HEAD + """\
board:
  grid: 6x6
  cell: 30 mm
  material: birch-ply-3mm
pieces:
  stone: {each: 18, moves: none, body: {tile: disc}}
hand: {white: {stone: 18}, black: {stone: 18}}
rules:
  set: standard
  drops: {stone: board}
  in_turn: 2
  first_turn: 1
  swap: true
  win: [{line: 5}]
  stuck: draws
examples:
  - id: pie
    title: After the first stone black may swap sides
    line: [stone@c3]
    legal: [swap, stone@c4]
    next: black
  - id: two
    title: Two stones a turn
    line: [stone@c3, stone@c4, stone@d4]
    next: white
    illegal: [swap]
"""
CHECKING = HEAD + """\
board:
  grid: 6x6
  chequered: true
  cell: 45 mm
  material: birch-ply-3mm
  zones:
    top: {cells: a6-f6, pattern: none}
    bottom: {cells: a1-f1, pattern: none}
pieces:
  pawn: {each: 6, moves: fmWfcF, body: {standee: pawn}}
  rook: {each: 2, moves: R, body: {standee: rook}}
  knight: {each: 2, moves: N, body: {standee: knight}}
  queen: {each: 1, moves: Q, body: {tile: disc}}
  king: {each: 1, moves: K, body: {tile: hex}}
setup:
  white: {rook: a1 f1, knight: b1 e1, queen: c1, king: d1, pawn: a2-f2}
  black: {rook: a6 f6, knight: b6 e6, queen: c6, king: d6, pawn: a5-f5}
rules:
  set: standard
  royal: [king]
  stuck: draws
  promotion: {pawn: {zone: {white: top, black: bottom}, to: [queen, rook, knight]}}
examples:
  - id: check
    title: The king is in check
    position: "white: king a1, knight c2; black: king f6, rook a5; turn: white"
    exactly: [a1-b1, a1-b2, c2-a3]
    illegal: [a1-a2, c2-d4]
  - id: mate
    title: Checkmate
    position: "white: king a1, rook b5 c1; black: king f6; turn: white"
    line: [c1-c6]
    result: white
"""
MILLING = HEAD + """\
board:
  grid: 4x4
  points: true
  cell: 30 mm
  material: birch-ply-3mm
pieces:
  man: {each: 5, moves: W, body: {tile: disc}}
hand: {white: {man: 5}, black: {man: 5}}
rules:
  set: standard
  drops: {man: board}
  drops_first: true
  capture: mill
  flies: {man: 3}
  win: [{capture: all, fewer_than: 3}]
examples:
  - id: placed
    title: A line of three removes an enemy
    position: "white: man a1 b1; black: man a4 b3 d4; white hand: 3 man; black hand: 2 man; turn: white"
    line: [man@c1x(b3)]
    next: black
  - id: spared
    title: A line is spared while there are others
    position: "white: man a1 b1 c2 d3; black: man a4 b4 c4 d2; turn: white"
    legal: [c2-c1x(d2)]
    illegal: [d3-d1]
  - id: flying
    title: Three men fly
    position: "white: man a1 b1 d3; black: man a4 b4 c3 d2; turn: white"
    legal: [d3-c1x(c3), d3-c1x(a4), d3-a3]
  - id: two-left
    title: Who has two men left has lost
    position: "white: man a1 b1 c2 d4; black: man a4 b4 c3; turn: white"
    line: [c2-c1x(c3)]
    result: white
"""
PUSHING = HEAD + """\
board:
  hexagon: 3
  cell: 40 mm
  material: birch-ply-3mm
pieces:
  ball: {each: 5, moves: mW, body: {tile: disc}}
setup:
  white: {ball: c1 d1 e1 c2 d2}
  black: {ball: a3 b4 c5 b3 c4}
rules:
  set: standard
  capture: none
  pushes: {ball: {row: 3, edge: open, sideways: true}}
  win: [{capture: all, fewer_than: 4}]
examples:
  - id: pushed
    title: Two push one
    position: "white: ball c2 c3 e1 e2; black: ball c4 a3 b4 b3; turn: white"
    line: [c2-c3]
    legal: [a3-a2]
    next: black
  - id: over-edge
    title: Two push one off the board
    position: "white: ball c3 c4 e1 e2; black: ball c5 a3 b4 b3; turn: white"
    line: [c3-c4]
    result: white
  - id: even
    title: Two do not push two
    position: "white: ball c2 c3 e1 e2; black: ball c4 c5 b3 b4; turn: white"
    illegal: [c2-c3]
    legal: [c2-c1]
  - id: sideways
    title: A row goes sideways
    position: "white: ball c1 c2 c3 e1; black: ball c4 c5 a3 e3; turn: white"
    line: [c1..c3-d1]
    next: black
"""
SLIDING = HEAD + """\
board:
  grid: 5x5
  cell: 45 mm
  material: birch-ply-3mm
  zones:
    middle: {cells: c3, pattern: dots}
pieces:
  robot: {each: 3, moves: mR, body: {standee: pawn}}
setup:
  white: {robot: a1 c1 e1}
  black: {robot: a5 c5 e5}
rules:
  set: standard
  capture: none
  until_stopped: [robot]
  win: [{reach: {white: middle, black: middle}}]
examples:
  - id: slides
    title: A robot slides until something stops it
    piece: a1
    exactly: [a1-a4, a1-b1]
  - id: middle
    title: Whoever stops in the middle wins
    position: "white: robot c1 a3 d5; black: robot c4 d2 e4; turn: white"
    line: [c1-c3]
    result: white
"""
OPENING = HEAD + """\
board:
  grid: 4x4
  cell: 40 mm
  material: birch-ply-3mm
  zones:
    middle: {cells: b2 b3 c2 c3, pattern: dots}
pieces:
  stone: {each: 8, moves: none, body: {tile: disc}}
setup:
  black: {stone: a1 c1 b2 d2 a3 c3 b4 d4}
  white: {stone: b1 d1 a2 c2 b3 d3 a4 c4}
rules:
  set: standard
  turns: [black, white]
  opening: [{removes: own, where: middle}, {removes: own, next_to: gap}]
  hops: {stone: [{over: enemy, to: W, takes: removed}]}
  chain: {turning: never}
examples:
  - id: first
    title: Black takes a stone of his out of the middle
    exactly: [x(b2), x(c3)]
    illegal: [x(a1)]
  - id: second
    title: White takes one beside the gap
    line: [x(b2)]
    exactly: [x(b1), x(a2), x(c2), x(b3)]
  - id: begun
    title: Then stones hop
    line: [x(b2), x(c2)]
    next: black
    exactly: [b4xb2]
"""
CHESS = HEAD + """\
board:
  grid: 8x8
  chequered: true
  cell: 45 mm
  material: birch-ply-3mm
  zones:
    top: {cells: a8-h8, pattern: none}
    bottom: {cells: a1-h1, pattern: none}
pieces:
  pawn: {each: 8, moves: fmWfimnDfcF, body: {standee: pawn}}
  knight: {each: 2, moves: N, body: {standee: knight}}
  bishop: {each: 2, moves: B, body: {standee: bishop}}
  rook: {each: 2, moves: R, body: {standee: rook}}
  queen: {each: 1, moves: Q, body: {standee: queen}}
  king: {each: 1, moves: K, body: {standee: king}}
setup:
  white: {rook: a1 h1, knight: b1 g1, bishop: c1 f1, queen: d1, king: e1, pawn: a2-h2}
  black: {rook: a8 h8, knight: b8 g8, bishop: c8 f8, queen: d8, king: e8, pawn: a7-h7}
rules:
  set: standard
  royal: [king]
  stuck: draws
  castling: {king: [{partner: rook}]}
  en_passant: {pawn: [pawn]}
  no_progress: {actions: 100, moves_of: [pawn]}
  promotion: {pawn: {zone: {white: top, black: bottom}, to: [queen, rook, bishop, knight]}}
examples:
  - id: castling
    title: White castles
    position: "white: king e1, rook a1 h1, pawn a2 h2; black: king e8, rook b8; unmoved: e1 a1 h1; turn: white"
    line: [e1-g1]
    next: black
  - id: attacked
    title: Castling is not possible over an attacked cell
    position: "white: king e1, rook a1 h1; black: king e8, rook f8; unmoved: e1 a1 h1; turn: white"
    legal: [e1-c1]
    illegal: [e1-g1]
  - id: passing
    title: A pawn is captured in passing
    position: "white: king e1, pawn e5; black: king e8, pawn d7; unmoved: d7; turn: black"
    line: [d7-d5, e5xd6]
    next: black
  - id: late
    title: One turn later it is too late
    position: "white: king e1, pawn e5; black: king e8, pawn d5; turn: white"
    illegal: [e5xd6]
  - id: fifty
    title: Fifty moves without progress
    position: "white: king e1, rook a1; black: king e8; quiet: 99; turn: white"
    line: [a1-a2]
    result: draw
  - id: mate
    title: Checkmate comes before the draw
    position: "white: king f6, rook a1; black: king f8; quiet: 99; turn: white"
    line: [a1-a8]
    result: white
"""
TOWERS = HEAD + """\
board:
  grid: 5x5
  chequered: true
  cell: 45 mm
  material: birch-ply-3mm
  zones:
    top: {cells: a5-e5, pattern: none}
    bottom: {cells: a1-e1, pattern: none}
pieces:
  man: {each: 5, moves: fmF, body: {tile: disc}}
  officer: {each: 5, moves: mF, body: {tile: disc}}
setup:
  white: {man: a1 c1 e1 b2 d2}
  black: {man: a5 c5 e5 b4 d4}
rules:
  set: standard
  capture: none
  hops:
    man: [{over: enemy, to: fF, takes: prisoner}]
    officer: [{over: enemy, to: F, takes: prisoner}]
  chain: {again: must}
  compulsory: true
  promotion: {man: {zone: {white: top, black: bottom}, to: [officer]}}
  stacks: {limit: 6}
examples:
  - id: prisoner
    title: A captured man goes below its captor
    position: "white: man b2 e1; black: man c3 a5; turn: white"
    line: [b2xd4]
    next: black
  - id: top
    title: Only the top of a tower is captured
    position: "white: man b2 e1; black: man c3 e5; under c3: black man, white officer; turn: white"
    exactly: [b2xd4]
    illegal: [b2-a3, e1-d2]
  - id: freed
    title: What is below the captured piece is free
    position: "white: man b2; black: man c3 a5; under c3: white officer; turn: white"
    line: [b2xd4, a5-b4, c3xa5]
    result: white
  - id: again
    title: A chain does not take from one tower twice
    position: "white: officer b2; black: man c3 e5; under c3: 3 black man, white man; under b2: white man; turn: white"
    exactly: [b2xd4]
    illegal: [b2xd4xb2]
"""
GROWING = HEAD + """\
board:
  hexagon: 3
  cell: 45 mm
  material: birch-ply-3mm
pieces:
  stone: {each: 9, moves: W, body: {tile: disc}}
setup:
  white: {stone: a1 a3 b2 b4 c1 c5 d2 e1 e3}
  black: {stone: a2 b1 b3 c2 c4 d1 d3 d4 e2}
rules:
  set: standard
  capture: none
  stacks: {onto: any, vacant: closed, steps: height}
  passing: stuck
  stuck: most pieces
examples:
  - id: height
    title: A tower goes as far as it is high
    position: "white: stone c1 c3 a1; black: stone a2 e1; under c1: black stone; turn: white"
    piece: c1
    exactly: [c1-a1, c1-c3, c1-e1]
    illegal: [c1-c2]
  - id: covered
    title: What is covered stays below
    position: "white: stone c1 c3 a1; black: stone a2 e1; under c1: black stone; turn: white"
    line: [c1-e1]
    next: black
  - id: end
    title: When nobody can move, towers are counted
    position: "white: stone c1 a3; black: stone a2; under c1: black stone; turn: white"
    line: [a3-a2]
    result: white
"""
SPLITTING = HEAD + """\
board:
  grid: 4x4
  cell: 45 mm
  material: birch-ply-3mm
pieces:
  stone: {each: 6, moves: W, body: {tile: disc}}
setup:
  white: {stone: a1 c1 b2 d2 a3 c3}
  black: {stone: b1 d1 a2 c2 b4 d4}
rules:
  set: standard
  capture: none
  stacks: {onto: any, steps: height, lifts: any, limit: 4}
examples:
  - id: parts
    title: One, two or all three pieces move
    position: "white: stone a1; black: stone c1 d4; under a1: white stone, black stone; turn: white"
    exactly: ["1*a1-b1", "1*a1-a2", "2*a1-c1", "2*a1-a3", "a1-d1", "a1-a4"]
  - id: split
    title: The rest stays, and belongs to whoever is on top
    position: "white: stone a1; black: stone c1 d4; under a1: white stone, black stone; turn: white"
    line: ["2*a1-c1", a1-b1]
    next: white
"""
SPREADING = HEAD + """\
board:
  grid: 4x4
  cell: 45 mm
  material: birch-ply-3mm
  zones:
    west: {cells: a1-a4, pattern: none}
    east: {cells: d1-d4, pattern: none}
    south: {cells: a1-d1, pattern: none}
    north: {cells: a4-d4, pattern: none}
pieces:
  stone: {each: 10, moves: W, body: {tile: disc}}
hand: {white: {stone: 10}, black: {stone: 10}}
rules:
  set: standard
  drops: {stone: board}
  capture: none
  stacks: {onto: any, steps: spread, lifts: any, carry: 4}
  win:
    - {connect: {white: [west, east], black: [west, east]}}
    - {connect: {white: [south, north], black: [south, north]}}
examples:
  - id: spreads
    title: A tower is spread over a row
    position: "white: stone a1; black: stone b1; under a1: white stone, black stone; turn: white"
    legal: ["3*a1-c1/1/2", "3*a1-c1/2/1", "3*a1-d1/1/1/1", "2*a1-c1/1/1", "1*a1-b1"]
    illegal: ["3*a1-c1/1/1", "a1-c1"]
  - id: road
    title: A road from side to side wins
    position: "white: stone a1 d1 b2; black: stone b1; under a1: white stone, white stone; turn: white"
    line: ["2*a1-c1/1/1"]
    result: white
"""
RACING = HEAD.replace("forward: down", "forward: up") + """\
board:
  grid: 4x6
  cell: 60 mm
  material: birch-ply-3mm
  zones:
    finish: {cells: a6-d6, pattern: crosshatch}
pieces:
  runner: {each: 2, moves: fR, body: {tile: disc}}
setup: {white: {runner: a1 c1}, black: {runner: b1 d1}}
rules:
  set: standard
  roll: d3
  win: [{reach: {white: finish, black: finish}, pieces: all}]
examples:
  - id: exact
    title: A runner goes as far as the die shows
    line: |
      dice: 3
      white: a1-a4
      dice: 2
      black: b1-b3
      dice: 3
    next: white
    legal: [c1-c4]
    illegal: [a4-a6, pass]
  - id: turn
    title: A roll comes first
    line: |
      dice: 3
      white: a1-a4
    next: dice
  - id: idle
    title: No runner can go three steps
    position: "white: runner a5 c6; black: runner b1 d1; rolled: 3; turn: white"
    exactly: [pass]
  - id: home
    title: Both runners are home
    position: "white: runner a4 c6; black: runner b1 d1; rolled: 2; turn: white"
    line: [a4-a6]
    result: white
"""
DRAWING = HEAD.replace("forward: down", "forward: up") + """\
board:
  grid: 4x6
  cell: 60 mm
  material: birch-ply-3mm
  zones:
    finish: {cells: a6-d6, pattern: crosshatch}
pieces:
  runner: {each: 2, moves: fR, body: {tile: disc}}
  guard: {each: 1, moves: W, body: {tile: square}}
setup: {white: {runner: a1 c1, guard: b1}, black: {runner: b2 d1, guard: d2}}
rules:
  set: standard
  draw: {cards: {1: 4, 2: 4, 3: 2, guard: 3}}
  win: [{reach: {runner: finish}}]
examples:
  - id: exact
    title: A runner goes as far as the card says
    line: |
      deck: 3
      white: a1-a4
      deck: 2
      black: b2-b4
      deck: 3
    next: white
    legal: [c1-c4]
    illegal: [a4-a6, pass]
  - id: guard
    title: A card with a guard moves the guard
    line: |
      deck: guard
    next: white
    legal: [b1xb2]
    illegal: [a1-a2, pass]
  - id: idle
    title: No runner can go three steps
    position: "white: runner a5; black: runner b1 d1; drawn: 3; aside: 1, 1, guard; turn: white"
    exactly: [pass]
  - id: home
    title: A runner is home
    position: "white: runner a4 c5; black: runner b1 d1; drawn: 2; turn: white"
    line: [a4-a6]
    result: white
"""
ANCHORING = HEAD + """\
board:
  rhombus: 4x4
  cell: 30 mm
  material: birch-ply-3mm
pieces:
  ring: {each: 1, moves: none, body: {tile: disc, face: sign, sign: ring}}
  man: {each: 7, moves: W, body: {tile: disc}}
hand: {white: {ring: 1, man: 7}, black: {ring: 1, man: 7}}
rules:
  set: standard
  capture: none
  drops: {ring: board, man: board}
  drops_first: in order
  moves_first: white
  stacks: {onto: any, vacant: closed, steps: height, surrounded: stays, anchors: [ring], uncounted: [ring]}
  passing: stuck
  stuck: most pieces
examples:
  - id: first
    title: Rings are placed before men
    legal: [ring@b2]
    illegal: [man@b2]
  - id: held
    title: A piece with others on every side stays
    position: "white: ring a1, man b2 d2; black: ring d1, man b1 c1 a2 c2 a3 b3 c3; turn: white"
    legal: [d2-c3]
    illegal: [b2-b3]
  - id: loose
    title: What is not joined to a ring leaves the game
    position: "white: ring a1, man b1 d3; black: ring a2, man c1 d1; turn: white"
    line: [b1-a1]
    then: "white: man a1; black: ring a2; under a1: white ring"
  - id: counted
    title: At the end, towers are counted
    position: "white: man a1; black: ring d3, man b3; under a1: white ring; turn: white"
    result: white
"""
WALLING = HEAD + """\
board:
  grid: 4x4
  cell: 40 mm
  material: birch-ply-3mm
  zones:
    west: {cells: a1-a4, pattern: stripes}
    east: {cells: d1-d4, pattern: stripes}
pieces:
  flat: {each: 8, moves: W, body: {tile: square}}
  wall: {each: 4, moves: W, body: {tile: disc, face: sign, sign: no-entry}}
  cap: {each: 1, moves: W, body: {tile: hex, face: sign, sign: star}}
hand: {white: {flat: 8, wall: 4, cap: 1}, black: {flat: 8, wall: 4, cap: 1}}
rules:
  set: standard
  capture: none
  drops: {flat: board, wall: board, cap: board}
  stacks:
    onto: any
    steps: spread
    lifts: any
    carry: 4
    closed: [wall, cap]
    flattens: {cap: {wall: flat}}
  passing: stuck
  stuck: most pieces
  win: [{connect: {white: [west, east], black: [west, east]}, without: [wall]}]
examples:
  - id: wall
    title: Nothing is put on a wall
    position: "white: flat a1, cap d4; black: wall b1, flat b3; turn: white"
    legal: [a1-a2]
    illegal: [a1-b1]
  - id: laid
    title: A cap alone lays a wall flat
    position: "white: cap a1; under a1: white flat, black flat; black: wall b1; turn: white"
    line: [1*a1-b1]
    then: "white: flat a1, cap b1; under a1: black flat; under b1: black flat"
  - id: gap
    title: A wall is no part of a road
    position: "white: flat a2 b2 d2, wall c2; white hand: 1 flat; black: flat a3 b3; turn: white"
    result: open
    legal: [flat@c1]
  - id: road
    title: A cap is part of a road
    position: "white: flat a2 b2, cap d2; white hand: 1 flat; black: flat a3 b3; turn: white"
    line: [flat@c2]
    result: white
"""
ROADS = HEAD + """\
board:
  grid: 4x4
  cell: 40 mm
  material: birch-ply-3mm
  zones:
    west: {cells: a1-a4, of: white, pattern: stripes}
    east: {cells: d1-d4, of: white, pattern: stripes}
    north: {cells: a4-d4, of: black, pattern: none}
    south: {cells: a1-d1, of: black, pattern: none}
pieces:
  flat: {each: 15, moves: W, body: {tile: square}}
  wall: {each: 8, moves: W, body: {tile: disc, face: sign, sign: no-entry}}
  cap: {each: 1, moves: W, body: {tile: hex, face: sign, sign: star}}
hand: {white: {flat: 15, cap: 1}, black: {flat: 15, cap: 1}}
rules:
  set: standard
  capture: none
  opening: [{places: flat, of: enemy}, {places: flat, of: enemy}]
  drops: {flat: board, wall: board, cap: board}
  placed_as: {flat: [flat, wall]}
  stacks:
    onto: any
    steps: spread
    lifts: any
    carry: 4
    closed: [wall, cap]
    flattens: {cap: {wall: flat}}
    uncounted: [wall, cap]
    counted: top
  ends: [full board, empty hand]
  stuck: most pieces
  win:
    - {connect: {white: [west, east], black: [west, east]}, without: [wall]}
    - {connect: {white: [north, south], black: [north, south]}, without: [wall]}
examples:
  - id: first
    title: The first stone is of the other colour
    line: [flat@b2, flat@c3]
    then: "white: flat c3; black: flat b2; white hand: 14 flat, 1 cap; black hand: 14 flat, 1 cap"
  - id: standing
    title: A stone from the hand may stand as a wall
    position: "white: flat c3; black: flat b2; white hand: 2 flat, 1 cap; black hand: 2 flat; turn: white"
    line: [wall@b3]
    then: "white: flat c3, wall b3; black: flat b2; white hand: 1 flat, 1 cap"
    illegal: [b2-b3]
  - id: counted
    title: An empty hand ends the game, and flat stones on top are counted
    position: >-
      white: flat a1 c3, wall b3; black: flat b2; under c3: 2 black flat; white hand: 1 flat; black hand: 2 flat;
      turn: white
    line: [wall@d4]
    result: white
"""
ORDERING = HEAD + """\
board:
  grid: 5x5
  cell: 40 mm
  material: birch-ply-3mm
  zones:
    top: {cells: a5-e5, of: white, pattern: dots}
    bottom: {cells: a1-e1, of: black, pattern: stripes}
pieces:
  scout: {each: 3, moves: WmF, body: {tile: disc, face: diagram}}
  rider: {each: 2, moves: R, body: {tile: square, face: sign, sign: star}}
setup:
  white: {scout: b1 c1 d1, rider: a1 e1}
  black: {scout: b5 c5 d5, rider: a5 e5}
rules:
  set: standard
  simultaneous: {same_cell: bounce, swap: captured, leaving: saved}
  stuck: draws
  win:
    - reach: {white scout: top, black scout: bottom}
    - capture: [scout]
examples:
  - id: meet
    title: Two pieces that go to the same cell go back
    position: "white: scout b2, rider a1; black: scout b4, rider e5"
    line: ["white: b2-b3; black: b4-b3"]
    then: "white: scout b2, rider a1; black: scout b4, rider e5"
  - id: swap
    title: Two pieces that go onto each other are both captured
    position: "white: scout b2 c1, rider a1; black: scout b3 c4, rider e5"
    line: ["white: b2xb3; black: b3xb2"]
    then: "white: scout c1, rider a1; black: scout c4, rider e5"
  - id: left
    title: A piece that leaves in time is not captured
    position: "white: scout c1, rider b1; black: scout b4, rider e5"
    line: ["white: b1xb4; black: b4-c3"]
    legal: [b4-b5, c3-c4]
    illegal: [c1-c3]
    then: "white: scout c1, rider b4; black: scout c3, rider e5"
  - id: both
    title: Both arrive at the same time
    position: "white: scout a4; black: scout e2"
    line: ["white: a4-a5; black: e2-e1"]
    result: draw
"""
GAMES = {"drawing": DRAWING, "connecting": CONNECTING, "enclosing": ENCLOSING, "flipping": FLIPPING,
         "surrounding": SURROUNDING, "swapping": SWAPPING, "checking": CHECKING, "milling": MILLING,
         "pushing": PUSHING, "sliding": SLIDING, "opening": OPENING, "chess": CHESS, "towers": TOWERS,
         "growing": GROWING, "splitting": SPLITTING, "spreading": SPREADING, "racing": RACING,
         "hiding": HIDING, "anchoring": ANCHORING,
         "walling": WALLING, "roads": ROADS, "ordering": ORDERING}


def written(folder: Path, name: str) -> Path:
    """The folder of a game, with a rules text that shows its set-up and its examples."""
    path = put(folder, GAMES[name])
    parts = zip(("example", "position"), GAMES[name].split("\npositions:"), strict=False)
    lines = [(kind, line) for kind, part in parts for line in part.splitlines() if "- id:" in line]
    figures = "".join(f"\n![]({kind}:{line.split('id:')[1].strip()})\n" for kind, line in lines)
    notation = "Cells are named by column and row: `c3-c4` moves, `disc@c4` places a piece."
    path.with_name("rules.md").write_text(f"# A Little Game\n\n{notation}\n\n![](setup)\n{figures}", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", GAMES)
def test_little_games_are_sound_and_their_examples_hold(tmp_path, name):
    assert [str(problem) for problem in check_spec(load_spec(str(written(tmp_path, name))))] == []


@pytest.mark.parametrize("name", GAMES)
def test_little_games_are_played_to_their_ends(tmp_path, name):
    """Random games: positions are read back from their texts, actions from theirs."""
    rules = load_spec(str(written(tmp_path, name))).play
    for seed in range(10):
        dice, position = random.Random(seed), rules.start()
        for _ in range(200):
            assert rules.read(rules.show(position)) == position
            if rules.outcome(position):
                break
            chosen = {}
            for player in rules.actors(position):
                actions = rules.actions(position, player)
                found = [rules.text(position, action) for action in actions]
                assert len(found) == len(set(found))
                chosen[player] = dice.choice(actions)
                assert rules.action(position, player, rules.text(position, chosen[player])) == chosen[player]
            assert name == "ordering" or len(chosen) == 1
            position = rules.apply(position, chosen)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_little_games_are_built_and_verified(tmp_path, name):
    """One book, and figures as SVG: tests/test_templates.py proves booklets and figures as PDF of every game."""
    options = Options(books=("a5",), diagram_formats=("svg",))
    built = build_in_place(written(tmp_path, name), tmp_path / "out", options, ("rules", "diagrams"))
    assert verify_in_place(built.target) == []
