"""The text that names a material → the material and its colour: `acrylic-3mm/green`, `mats/oak.yaml/brown`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_KEY = re.compile(r"(.*\.ya?ml|[^/]*)(?:/(.*))?")


@dataclass(frozen=True, order=True)
class MaterialKey:
    """A material and the colour that a part is cut from.

    `material` is the name of a built-in material or of one in the shop, or the path of a .yaml file, which may hold
    slashes; `colour` is any word, or empty. Files and parts hold the key as text, which `str` gives.
    """

    material: str
    colour: str = ""

    @classmethod
    def parse(cls, text: str) -> MaterialKey:
        """The key in a text, without the blanks around it. Never fails: an unknown material is reported where it is
        loaded.

        >>> MaterialKey.parse("mats/oak.yaml/brown")
        MaterialKey(material='mats/oak.yaml', colour='brown')
        """
        match = _KEY.fullmatch(text.strip())
        return cls(match[1], match[2] or "") if match else cls(text.strip())

    def __str__(self) -> str:
        return f"{self.material}/{self.colour}" if self.colour else self.material

    @property
    def is_file(self) -> bool:
        """True if the material is a file of the user's own."""
        return self.material.endswith((".yaml", ".yml"))

    @property
    def is_acrylic(self) -> bool:
        """True for a built-in kind of acrylic, on which what is engraved is frost."""
        return self.material.startswith("acrylic")
