"""Where the notebooks and the page's template lie."""

from __future__ import annotations

from pathlib import Path

from explorer.errors import ExplorerError

__all__ = ["TEMPLATE", "notebooks_folder"]

PACKAGE = Path(__file__).parents[1]
TEMPLATE = Path(__file__).parent / "template"


def notebooks_folder(package: Path = PACKAGE) -> Path:
    """Find the folder of notebooks: inside an installed wheel, beside the package in a checkout.

    Parameters
    ----------
    package : Path
        The folder of the package `explorer`.

    Returns
    -------
    Path

    Raises
    ------
    ExplorerError
        If neither place has it.

    Examples
    --------
    >>> (notebooks_folder() / "explorer.ipynb").exists()
    True
    """
    candidates = (package / "notebooks", package.parent / "notebooks")
    for folder in candidates:
        if (folder / "explorer.ipynb").is_file():
            return folder
    raise ExplorerError(
        f"The notebooks are missing: explorer.ipynb is neither in {candidates[0]} nor in {candidates[1]}. "
        "Install the explorer again."
    )
