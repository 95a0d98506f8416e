"""A PDF that pikepdf has opened → its bytes."""

from __future__ import annotations

import io
from typing import Any


def save_pdf(pdf: Any) -> bytes:
    """The bytes of a pikepdf document, the same for the same contents."""
    import pikepdf

    stream = io.BytesIO()
    pdf.save(stream, deterministic_id=True, min_version="1.7", object_stream_mode=pikepdf.ObjectStreamMode.generate,
             stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return stream.getvalue()
