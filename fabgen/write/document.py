"""Flowables → pages in their order, but that text which follows a figure moves up where the figure must wait for the
next page: no page is left half empty for it, and a figure never passes a heading.
"""

from __future__ import annotations

from typing import Any

from reportlab.platypus import BaseDocTemplate, Paragraph

from fabgen.write.setting import Elastic, Titled
from fabgen.write.tables import Ruled

SLACK = 1e-6  # points


class Document(BaseDocTemplate):
    """A document whose figures float within their section."""

    def handle_flowable(self, flowables: list[Any]) -> None:
        if isinstance(flowables[0], Elastic) and not self._fits(flowables[0]):
            after = next((n for n, one in enumerate(flowables) if not isinstance(one, Elastic)), 0)
            if after and _text(flowables[after]) and self._fits(flowables[after]):
                flowables.insert(0, flowables.pop(after))
        super().handle_flowable(flowables)

    def _fits(self, flowable: Any) -> bool:
        """Whether all of a flowable has room on what is left of the page."""
        frame: Any = self.frame
        room = frame._y - frame._y1p - flowable.getSpaceBefore()
        height = flowable.least if isinstance(flowable, Elastic) else flowable.wrap(frame._width, room)[1]
        return bool(height <= room + SLACK)


def _text(flowable: Any) -> bool:
    """A paragraph or a note; what must stay with something else has a break before it."""
    return isinstance(flowable, Paragraph | Ruled) and not isinstance(flowable, Titled)
