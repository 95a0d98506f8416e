"""A book's PDF → the same pages for a print shop: inks in place of colours, boxes of the trimmed page and of its bleed,
and what else PDF/X-4 (ISO 15930-7) asks for.

Whatever a theme paints is converted where it is painted, so a theme need not know of inks. A theme that does write
inks, with `cmyk()`, gets these.
"""

from __future__ import annotations

import io
from typing import Any

from fabgen.artwork.export.press_pages import InkChoice, convert_pages
from fabgen.artwork.press_inks import PressInks
from fabgen.artwork.themes import Theme

VERSION = "1.6"  # of PDF: the highest that PDF/X-4 allows
XMP_PDFX, XMP_PDF = "http://www.npes.org/pdfx/ns/id/", "http://ns.adobe.com/pdf/1.3/"


def write_press_pdf(data: bytes, bleed: float, theme: Theme) -> bytes:
    """The pages of a PDF, whose bleed in mm is around them already, for a print shop. The same pages give the same
    bytes. Raises FabgenError for a picture or a gradient in colours of a screen."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        convert_pages(pdf, InkChoice(PressInks(theme)), bleed)
        _write_metadata(pdf)
        stream = io.BytesIO()
        pdf.save(stream, deterministic_id=True, force_version=VERSION,
                 object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True,
                 stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
        return stream.getvalue()


def _write_metadata(pdf: Any) -> None:
    """The version of PDF/X, whether colours overlap (they do not), dates and the names of the document, in the XMP
    metadata and in the document's information. The dates are those that Typst wrote, always the same."""
    from pikepdf import Name
    from pikepdf.models.metadata import PdfMetadata

    pdf.docinfo.Trapped = Name("/False")
    PdfMetadata.register_xml_namespace(XMP_PDFX, "pdfxid")
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        xmp[f"{{{XMP_PDFX}}}GTS_PDFXVersion"] = "PDF/X-4"
        xmp[f"{{{XMP_PDF}}}Trapped"] = "False"
        xmp[f"{{{XMP_PDF}}}PDFVersion"] = VERSION
        xmp["xmp:MetadataDate"] = xmp["xmp:ModifyDate"]
        xmp["xmpMM:RenditionClass"] = "default"
        xmp["xmpMM:VersionID"] = "1"
