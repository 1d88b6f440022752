"""JupyterLab on a copy of the notebooks, so that nobody's exercise changes the originals."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.serving.addresses import open_port
from explorer.serving.places import notebooks_folder

__all__ = ["copy_notebooks", "open_lab"]


def copy_notebooks(folder: Path | None = None) -> tuple[Path, list[str]]:
    """Copy the notebooks and the teacher's notes into a folder, keeping what is there already.

    Parameters
    ----------
    folder : Path or None
        Made where it doesn't exist; None for a new temporary one.

    Returns
    -------
    folder : Path
    kept : list of str
        The names that were there already and were left as they are.

    Raises
    ------
    ExplorerError
        If the folder can't be made or written.

    Examples
    --------
    >>> folder, kept = copy_notebooks()
    >>> (folder / "explorer.ipynb").exists(), kept
    (True, [])
    >>> copy_notebooks(folder)[1] == sorted(path.name for path in folder.iterdir())
    True
    """
    kept = []
    try:
        folder = Path(folder or tempfile.mkdtemp(prefix="attention-shapes-"))
        folder.mkdir(parents=True, exist_ok=True)
        for original in sorted((*notebooks_folder().glob("*.ipynb"), *notebooks_folder().glob("*.md"))):
            copy = folder / original.name
            if copy.exists():
                kept.append(copy.name)
            else:
                shutil.copyfile(original, copy)
    except OSError as error:
        raise ExplorerError(f"Cannot copy the notebooks to {folder}: {error.strerror}.") from error
    return folder.resolve(), kept


def open_lab(
    folder: Path | None = None, *, ip: str = "127.0.0.1", port: int | None = None, open_browser: bool = True
) -> None:
    """Open JupyterLab on a copy of the notebooks, until Ctrl-C or SIGTERM.

    It says where it is, and then no more than its warnings and errors.

    Parameters
    ----------
    folder : Path or None
        Where the copy goes; None for a new temporary folder.
    ip : str
        The address to listen on.
    port : int or None
        None for JupyterLab's own choice.
    open_browser : bool

    Raises
    ------
    ExplorerError
        If the folder can't be made or written, or the address or the port can't be had.
    """
    for free in open_port(ip, port or 0):
        free.close()  # JupyterLab would tell of one that isn't with a traceback
    import voila  # noqa: F401  JupyterLab takes it in as well, and it has programmers' warnings shown
    from jupyterlab.labapp import LabApp  # a second of imports, for this command alone

    warnings.filterwarnings("ignore", category=DeprecationWarning, module="traitlets")
    elsewhere = (
        "" if folder else " for as long as temporary files do; `attention-shapes lab FOLDER` takes another"
    )
    folder, kept = copy_notebooks(folder)
    print(f"The notebooks are in {folder}; what you change there stays there{elsewhere}.")
    if kept:
        print(f"Left as they were: {', '.join(kept)}.")
    print("Ctrl-C, pressed twice, ends JupyterLab and all that runs in it.", flush=True)
    # JupyterLab refuses to run as root unless told; in a container everybody is root.
    arguments = [f"--ServerApp.root_dir={folder}", f"--ServerApp.ip={ip}", "--allow-root"]
    # As its own --debug does; `--log-level` would leave what JupyterLab says of itself.
    arguments += [f"--{part}.log_level=WARN" for part in ("ServerApp", "ExtensionApp")]
    if port is not None:
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not open_browser:
        arguments.append("--no-browser")
    server = LabApp.initialize_server(argv=arguments)
    address = server.display_url
    # With a token of its own making it tells its address as critical, with others as information only.
    if not server.identity_provider.token_generated:
        print(f"JupyterLab: {address}", flush=True)
    server.start()
