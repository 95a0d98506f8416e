"""Sheets, pages and drawings → bytes. Writers decide nothing."""
