"""What the tests of nginx share."""

from __future__ import annotations

import pytest

from tests.deploy.nginx import need


@pytest.fixture(scope="session")
def need_nginx() -> None:
    """Skip where there is no nginx."""
    need()
