"""What `serve` and `lab` need.

places    where the notebooks and the page's template lie, in a checkout and in an installed wheel
settings  every setting of the server, each with its reason
server    Voila, told to use them
lab       JupyterLab on a copy of the notebooks
"""
