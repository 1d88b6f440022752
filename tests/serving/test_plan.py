"""What is chosen about a server, and how it is told before anything starts."""

from __future__ import annotations

import json

import pytest

from explorer.errors import ExplorerError
from explorer.serving.plan import Plan
from tests.test_cli import run


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"learners": 0}, "Cannot serve with --learners 0: it takes a number above 0."),
        ({"learners": -3}, "Cannot serve with --learners -3: it takes a number above 0."),
        ({"idle_after": 0.0}, "Cannot serve with --idle-after 0.0: it takes a number above 0."),
        (
            {"abandoned_after": float("nan")},
            "Cannot serve with --abandoned-after nan: it takes a number above 0.",
        ),
        (
            {"abandoned_after": float("inf")},
            "Cannot serve with --abandoned-after inf: it takes a number above 0.",
        ),
    ],
)
def test_numbers_that_end_everything_at_once_are_refused(choice: dict[str, float], message: str) -> None:
    with pytest.raises(ExplorerError) as refused:
        Plan(**choice)  # type: ignore[arg-type]
    assert str(refused.value) == message


def test_a_base_url_that_is_no_path_is_refused_before_anything_is_planned() -> None:
    with pytest.raises(
        ExplorerError, match=r"^Cannot serve under the base URL '\.\./\.\.': '\.\.' cannot be"
    ):
        Plan(base_url="../..")


def test_one_person_and_a_class_have_different_sizes() -> None:
    assert (Plan().sizes.places, Plan().sizes.ahead) == (8, 1)
    assert (Plan(learners=30).sizes.places, Plan(learners=30).sizes.ahead) == (30, 30)


def test_jupyters_own_culling_is_off_and_nothing_is_read_from_this_computer() -> None:
    settings = Plan().settings()
    assert settings["MappingKernelManager"] == {"cull_idle_timeout": 0}
    assert settings["KernelRestarter"] == {"restart_limit": 0}
    assert settings["Voila"]["tornado_settings"]["disable_check_xsrf"] is False


def test_print_config_prints_every_setting_and_starts_nothing() -> None:
    asked = ("--learners", "7", "--base-url", "a/b", "--ip", "0.0.0.0", "--host", "class.example")
    ended = run("serve", "--print-config", "--idle-after", "60", "--port", "9", *asked)
    assert (ended.returncode, ended.stderr) == (0, "")
    told = json.loads(ended.stdout)
    assert told["explorer"] == {
        "port": 9,
        "places": 7,
        "sessions_ahead": 7,
        "grace_seconds": 3.0,
        "abandoned_after_seconds": 150,
        "idle_after_seconds": 60.0,
        "check_every_seconds": 10.0,
    }
    plan = Plan(learners=7, base_url="a/b", ip="0.0.0.0", hosts=["class.example"])
    assert {name: told[name] for name in told if name != "explorer"} == plan.settings()


def test_a_base_url_that_is_no_path_is_refused_in_one_line() -> None:
    ended = run("serve", "--no-browser", "--base-url", "../..")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(
        "attention-shapes: Cannot serve under the base URL '../..': '..' cannot be a part of a path."
    )
    assert ended.stderr.count("\n") == 1
