"""Every setting of the served page, each with its reason.

Voila's own settings are made for notebooks in general. Ours serve one page to people we don't know, so what
the page does not need is shut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.serving.addresses import is_loopback
from explorer.serving.frames import MOST_FRAME

__all__ = ["LONGEST_CELL", "server_settings"]

LONGEST_CELL = 60  # seconds; our cells take one or two
SEE_LOG = "Whoever runs this server finds the reason in its log."
PING = 20 * 1000  # milliseconds; after three without an answer the websocket is closed

# The widgets compile templates and modules in the page, hence 'unsafe-eval' and blob:. Voila writes each
# cell's output as an inline script, hence 'unsafe-inline'. Nothing at all may come from another site.
CONTENT_SECURITY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline' data: blob:",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "frame-ancestors 'self'",
        "base-uri 'self'",
        "form-action 'self'",
    )
)


def server_settings(ip: str, hosts: Sequence[str] = (), path: str = "/") -> dict[str, Any]:
    """Write the settings of Voila, by the class that takes them.

    Parameters
    ----------
    ip : str
        The address it listens on.
    hosts : sequence of str
        The names that people reach it by, where they aren't `localhost` or the loopback address itself.
    path : str
        The path that its page lives under, from slash to slash.

    Returns
    -------
    dict
        For `traitlets.config.Config`.

    Examples
    --------
    >>> server_settings("127.0.0.1")["VoilaConfiguration"]["allow_theme_override"]
    'NO'
    """
    return {
        "Voila": {
            "tornado_settings": {
                "headers": {
                    "Content-Security-Policy": CONTENT_SECURITY,
                    # With "no-referrer", Firefox and Safari send a beacon, such as the page's goodbye, with
                    # `Origin: null`, and Jupyter refuses it.
                    "Referrer-Policy": "same-origin",
                    "X-Content-Type-Options": "nosniff",
                },
                # A hostile site can point its own name at 127.0.0.1 and so talk to us as "same origin".
                # Checking the Host header ends that. Jupyter's check refuses all addresses but loopback's.
                # Who listens on a network and names no host has ours in its stead (hosts.py).
                "allow_remote_access": not is_loopback(ip) and not hosts,
                "local_hostnames": ["localhost", *hosts],
                # The check for forged requests stays on. With it, Voila's page can't end its kernel when it
                # is left, because it never gets the `_xsrf` cookie. The usual way out is to switch the check
                # off; then any site can end a kernel whose id it knows. pages.py gives the page its cookie.
                "disable_check_xsrf": False,
                "xsrf_cookie_kwargs": {"samesite": "Strict", "path": path},
                # A computer that falls asleep or off the network closes nothing: it stops answering.
                "ws_ping_interval": PING,
                # Tornado's own limit is 10 MiB: refused by its announced length, before it comes.
                "websocket_max_message_size": MOST_FRAME,
            },
        },
        "VoilaConfiguration": {
            "template": "lab",  # server.py puts our own folder in front of it
            "theme": "light",
            # Voila writes ?theme= into the page as it came, script and all.
            "allow_theme_override": "NO",
            "allow_template_override": "NO",
            "strip_sources": True,
            "show_tracebacks": False,
            # Pictures anywhere under the notebook's folder are served, hidden ones too, until none is listed.
            "file_allowlist": [],
            # A pyplot backend with a network side of its own; no page of ours uses it.
            "extension_denylist": ["jupyter-matplotlib"],
            # Knows why a kernel ended. The sessions ahead are ours too (sessions.py says why): Voila's
            # `preheat_kernel` stays off.
            "multi_kernel_manager_class": "explorer.serving.kernels.Kernels",
        },
        # A cell that never ends would hold its visitor and its kernel for ever.
        "VoilaExecutor": {
            "timeout": LONGEST_CELL,
            "cell_error_instruction": SEE_LOG,
            "cell_timeout_instruction": SEE_LOG,
        },
        # Jupyter knows one limit for all kernels. culling.py has one for those whose learner is away and
        # another for those whose learner reads; who waits for a learner is left alone.
        "MappingKernelManager": {"cull_idle_timeout": 0},
        # A kernel that died would come back empty, and the controls would go on moving with nothing behind
        # them. Left dead, it is seen by the page's bar.
        "KernelRestarter": {"restart_limit": 0},
        # What goes between server and kernel is enciphered where both can do it.
        "KernelManager": {"transport_encryption": "auto"},
    }
