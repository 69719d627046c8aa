"""A house style is kept once it is found to be harmless, replaced by the next, gone when it is removed."""

from pathlib import Path

import pytest

from core.errors import EingabeError
from core.vermerk.house_style import default_template
from core.vermerk.kept_template import drop_template, keep_template, kept_since, kept_template
from tests.vermerk.opened import with_part


def test_what_is_kept_is_used_until_it_is_replaced_or_removed(tmp_path: Path) -> None:
    assert kept_template(tmp_path) is None and kept_since(tmp_path) is None
    own = with_part(default_template(), "word/eigenes.xml", "<a/>")
    keep_template(tmp_path, own)
    with pytest.raises(EingabeError, match="Makros"):
        keep_template(tmp_path, with_part(default_template(), "word/vbaProject.bin", b"x"))
    assert kept_template(tmp_path) == own and kept_since(tmp_path)
    keep_template(tmp_path, default_template())
    assert kept_template(tmp_path) == default_template()
    drop_template(tmp_path)
    drop_template(tmp_path)
    assert kept_template(tmp_path) is None
    assert [path.name for path in (tmp_path / "vorlage").iterdir()] == []
