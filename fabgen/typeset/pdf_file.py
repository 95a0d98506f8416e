"""A PDF's bytes → the same document with what neither Typst nor reportlab writes into it."""

from __future__ import annotations

import io
from typing import Any


def ask_true_size(data: bytes) -> bytes:
    """The PDF with the wish that printers do not scale its pages, so that its rulers are right."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        preferences = pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        preferences.PrintScaling = pikepdf.Name("/None")
        pdf.Root.ViewerPreferences = preferences
        return save_pdf(pdf)


def save_pdf(pdf: Any) -> bytes:
    """The bytes of a pikepdf document, the same for the same contents."""
    import pikepdf

    stream = io.BytesIO()
    pdf.save(stream, deterministic_id=True, min_version="1.7", object_stream_mode=pikepdf.ObjectStreamMode.generate,
             stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return stream.getvalue()
