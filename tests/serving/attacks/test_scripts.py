"""Script in whatever a person can type, name or send: it comes back as text, and no browser runs it."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.serving.attacks.pages import Page
from tests.serving.attacks.test_uploads import picker_of, upload
from tests.serving.classes import ServedClass

pytestmark = pytest.mark.slow

SCRIPT = "</script><script>window.ran=1</script>"
PICTURE = '"><img src=x onerror=window.ran=1>'
FIELDS = [
    "theme",
    "template",
    "voila-template",
    "voila-theme",
    "step",
    "preset",
    "labels",
    "T",
    "turns",
    "code",
]


def html_of(page: Page) -> str:
    """Put together all that the page's widgets write as HTML, and their pictures."""
    widgets = page.widgets().values()
    texts = [state["value"] for state in widgets if state["_model_name"] == "HTMLModel"]
    pictures = [state["frame"]["svg"] for state in widgets if "frame" in state]
    assert all(pictures)
    return "".join([*texts, *pictures])


def test_script_in_the_address_is_written_as_text(attacked: ServedClass) -> None:
    for script in (SCRIPT, PICTURE):
        fields = "&".join(f"{field}={quote(script)}" for field in FIELDS)
        page = Page(attacked, f"?{fields}")
        assert page.widgets()
        for text in (page.page, html_of(page)):
            assert "<script>window.ran" not in text
            assert "<img src=x" not in text
        page.leave()


def test_script_in_an_address_that_is_legal_is_written_as_text(attacked: ServedClass) -> None:
    page = Page(attacked, f"?labels={quote(quote('<b>ran'))},b,c&step=scores")
    text = html_of(page)
    assert "&lt;b&gt;ran" in text
    assert "<b>ran" not in text + page.page
    page.leave()


def test_an_odd_query_does_not_keep_the_page_from_opening(attacked: ServedClass) -> None:
    page = Page(attacked, "?%00&a=%ff%fe&b='%22\\%0A\\&T=" + "9" * 9000 + "&c=" + "x" * 30_000)
    page.works()
    assert page.sizes()["tokens"] == (5, "5")
    page.leave()


def test_script_in_labels_and_boxes_is_written_as_text(page: Page) -> None:
    widgets = page.widgets()
    for script in (SCRIPT, PICTURE):
        for name in ("as-labels", "as-box", "as-editor-box", "as-number-tokens"):
            page.update(page.find(name, widgets), value=f"{script},b,c")
            page.all_done()
        page.update(page.find("as-as-tables", widgets), value=True)
        page.all_done()
        text = html_of(page)
        assert "window.ran" in text  # it is told, where a label is shown or refused
        assert "<script>window.ran" not in text
        assert "<img src=x" not in text


def test_script_in_an_uploaded_file_is_written_as_text(page: Page) -> None:
    picker = picker_of(page)
    key = PICTURE.replace('"', '\\"')
    file = f'{{"{key}": [[1, 2]], "q": [["{key}"]], "{SCRIPT}": [[3, 4]]}}'.encode()
    for name in (PICTURE + ".json", SCRIPT + ".csv"):
        assert upload(page, picker, name, file)
        text = html_of(page)
        assert "<script>window.ran" not in text
        assert "<img src=x" not in text
