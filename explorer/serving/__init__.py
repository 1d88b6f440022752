"""What `serve` and `lab` need.

plan         everything that is chosen about a server, and its settings printed
memory       whether the learners that are asked for have room in this computer's memory
settings     every setting of Voila, Jupyter and Tornado, each with its reason
addresses    the port, and the path that the page lives under
hosts        by which names the server may be asked for
connections  who is connected, and for how long somebody may be who says or takes nothing
places       where the notebooks and the page's template lie, in a checkout and in an installed wheel
server       Voila, put together with what follows
pages        the page, the full page, the lesson, the counts
room         who has which place and session
seats        the places: so many and no more
pool         sessions started ahead of their learners
sessions     one kernel and the page that it writes; all that is Voila's own affair
kernels      Jupyter's kernels, who is connected to each, and why each one ended
culling      when a session is over without anybody having said so
guards       the websocket between a page and its kernel
frames       what a client sends over it, read strictly
door         which of its messages go on to the kernel
flow         how much of a client's may be on its way
template_files, plain_errors  Voila's files and their refusals, with nothing out of step
lesson_file  the portable lesson, for those who find every place taken
log          one line for each session's start and end and for each refusal
visit        the address by which a page is being opened, as its notebook reads it
lab          JupyterLab on a copy of the notebooks
"""
