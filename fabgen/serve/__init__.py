"""`fabgen serve`: a page that shows everything of a game and follows each save.

The server (`app`, `guard`, `server`) only passes things on: it reads no game and draws nothing. Two worker processes
do that (`lanes` asks them, `worker` answers): a quick one for figures and play, another one for books and sheets, so
that a long layout never holds up a small picture. `studio` says what each tab shows, `look` what the page may choose,
`table` plays, `watch` notices saves. The page itself is in `page/`.
"""
