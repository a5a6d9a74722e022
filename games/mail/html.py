"""From a mail's template to the HTML that mail programs show: styles inlined, line by line."""

from __future__ import annotations

from functools import lru_cache

import css_inline
from django.template.loader import render_to_string

from games.render.theme import STYLES


@lru_cache(maxsize=1)
def _inliner() -> css_inline.CSSInliner:
    """Return the inliner with our style sheet. The style element of dark mode stays where it is."""
    sheet = render_to_string("mail/style.css", {"styles": STYLES.values()})
    return css_inline.CSSInliner(
        extra_css=sheet,
        inline_style_tags=False,
        keep_style_tags=True,
        minify_css=True,
        load_remote_stylesheets=False,
    )


def inlined(html: str) -> str:
    """Return a whole HTML document with every style written at its element."""
    return _inliner().inline(html)
