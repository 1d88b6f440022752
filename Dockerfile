# The page, for a class. Build and run it from the checkout:
#   docker build -t attention-shapes .
#   docker run --init -p 8866:8866 -e LEARNERS=30 -e PUBLIC_HOST=explorer.example.org attention-shapes
# What stands after the image's name goes to `attention-shapes serve` as it is. docs/deploy.md says more.
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY explorer explorer
COPY notebooks notebooks
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /dist . \
 && python -m venv /srv/explorer \
 && /srv/explorer/bin/pip install --no-cache-dir /dist/*.whl

FROM python:${PYTHON}-slim
COPY --from=build /srv/explorer /srv/explorer
RUN useradd --create-home --home-dir /srv/learner --uid 1000 --shell /usr/sbin/nologin learner
USER learner
WORKDIR /srv/learner

# PUBLIC_HOST: the name that people reach the page by; where it is empty they come by an address alone.
# OPENBLAS_NUM_THREADS: the numbers are small, and a thread for every core in every session would be many.
ENV PATH=/srv/explorer/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    OPENBLAS_NUM_THREADS=1 \
    LEARNERS=30 \
    BASE_URL=/ \
    PUBLIC_HOST=

# Matplotlib looks for fonts once, here and not in every learner's session.
RUN python -c "import matplotlib.font_manager"

EXPOSE 8866
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os; from urllib.request import urlopen; from explorer.serving.addresses import base_path; urlopen('http://127.0.0.1:8866' + base_path(os.environ['BASE_URL']) + 'health', timeout=4)"]

# exec: the server itself is told to stop, and not a shell before it.
ENTRYPOINT ["sh", "-c", "exec attention-shapes serve --ip 0.0.0.0 --port 8866 --no-browser --learners \"$LEARNERS\" --base-url \"$BASE_URL\" ${PUBLIC_HOST:+--host \"$PUBLIC_HOST\"} \"$@\"", "serve"]
