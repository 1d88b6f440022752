"""The exercises: a learner's own code for one step, held against the engine's.

tasks
    What each step is handed, what belongs in its place, and what a wrong turn makes of it.
calling
    A learner's function called, whatever comes of it.
ways, finding
    What the wrong turns of the step leave there, and which of them lead to what was given.
telling, showing
    What was found, in sentences; and what shows where nothing that is known was found.
check_step
    `check_step`, which puts these together.
learner
    All ten steps written out as one function, with wrong turns in it: something to hand to `check`.
"""

from __future__ import annotations

from explorer.core.practice.check_step import StepReport, check_step
from explorer.core.practice.learner import learner, written_out

__all__ = ["StepReport", "check_step", "learner", "written_out"]
