"""Somebody's file, run in a process of its own: the process, and the line to it."""
