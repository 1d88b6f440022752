"""Predict before reveal: questions drawn from a trip, and a report of the answers.

asking
    `ask` one question, `quiz` a set of them; the kinds, and which of them a trip allows.
shapes, landings, swaps, legal, copies, striking, largest, spotting (by spotting_told, taken)
    A kind each: what is right is read from the record or run, and so is what is wrong.
doings, rows
    What people do to an array where a step moves it; rows of the score grid.
record, misconceptions, said, lots
    The question and its choices, what they come from, how they are said, and lots drawn by a seed.
answered, reporting, saved
    The score, what was mixed up, and all of it as text and as JSON.
"""

from __future__ import annotations

from explorer.core.questions.answered import Answered
from explorer.core.questions.asking import KINDS, allowed, ask, kind_name, quiz
from explorer.core.questions.misconceptions import MISCONCEPTIONS, name_of
from explorer.core.questions.record import Choice, Question
from explorer.core.questions.reporting import Report, Score, report

__all__ = [
    "KINDS",
    "MISCONCEPTIONS",
    "Answered",
    "Choice",
    "Question",
    "Report",
    "Score",
    "allowed",
    "ask",
    "kind_name",
    "name_of",
    "quiz",
    "report",
]
