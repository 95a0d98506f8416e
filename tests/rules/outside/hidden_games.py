"""A complete little game with hidden pieces, as a designer writes it."""

HIDING = """\
fabgen: 1
title: Masks in the Garden
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board:
  grid: 5x5
  cell: 40 mm
  material: birch-ply-3mm
  zones:
    top: {cells: a5 e5, of: white, pattern: dots}
    bottom: {cells: a1 e1, of: black, pattern: dots}
pieces:
  friend: {each: 4, moves: W, body: {tile: square, back: eye, face: sign, sign: heart}}
  thief: {each: 3, moves: W, body: {tile: square, back: eye, face: sign, sign: key}}
setup:
  white: {friend: b1 d1 b2 d2, thief: c1 c2 a2}
  black: {friend: b5 d5 b4 d4, thief: c5 c4 e4}
rules:
  set: standard
  hidden: {pieces: [friend, thief]}
  win:
    - capture: [friend]
    - reach: {white friend: top, black friend: bottom}
examples:
  - id: secret
    title: Nobody knows the pieces of the other player
    view: white
    legal: [b2-b3]
    illegal: [b2-c3]
  - id: caught
    title: A piece that captures is revealed
    view: black
    position: "white: friend a1 c3, thief b2; black: friend c4 e5, thief d5; turn: white"
    line: [c3xc4, d5-d4]
    legal: [c4xd4]
    then: "revealed: c4"
  - id: arrived
    title: A friend that reaches a gate wins
    position: "white: friend a4 c3, thief b2; black: friend c4, thief d5; turn: white"
    line: [a4-a5]
    result: white
positions:
  - id: both
    title: The same position with everything open
    position: "white: friend a1 c3, thief b2; black: friend c4 e5, thief d5"
  - id: blacks
    title: What black sees of it
    position: "white: friend a1 c3, thief b2; black: friend c4 e5, thief d5"
    view: black
"""
