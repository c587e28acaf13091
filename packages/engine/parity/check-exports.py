"""Loads adapters that the engine exported in peft, and what it merged in transformers, compares logits, and writes each adapter anew.

    check-exports.py FOLDER...

FOLDER is FAMILY/NAME as check-adapters.ts lays it out: `adapter/`, `merged/` and `expected.safetensors`; `rewritten/` is added.
"""

import json
import sys
import warnings
from pathlib import Path

import torch
from peft import PeftModel, get_peft_model_state_dict
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers.utils import logging

FIXTURES = Path(__file__).parent.parent / "src" / "parity" / "fixtures"
TOLERANCE = 1e-4


def main() -> None:
    torch.set_num_threads(1)
    logging.disable_progress_bar()
    warnings.filterwarnings("error", message="Found missing adapter keys|Unexpected keyword arguments")
    for name in sys.argv[1:]:
        check(Path(name))


def check(folder: Path) -> None:
    family = FIXTURES / folder.parent.name
    tokens = torch.tensor(json.loads((family / "expected.json").read_text())["tokens"])
    base = load_model(family / "model")
    alone = logits_of(base, tokens)
    model = PeftModel.from_pretrained(base, folder / "adapter").eval()
    check_weights(model, folder / "adapter")
    expected = load_file(folder / "expected.safetensors")
    logits = logits_of(model, tokens)
    scores = torch.log_softmax(logits.double(), dim=-1).gather(1, tokens[1:, None])[:, 0]
    model.save_pretrained(folder / "rewritten")
    merged = logits_of(model.merge_and_unload(), tokens)
    differences = {
        "logits": difference(logits, expected["logits"]),
        "scores": difference(scores, expected["scores"]),
        "merged by peft": difference(merged, expected["logits"]),
        "merged by the engine": difference(logits_of(load_merged(folder, family), tokens), expected["merged_logits"]),
    }
    shown = ", ".join(f"{what} {value:.1e}" for what, value in differences.items())
    moved = difference(logits, alone)
    print(f"{folder.parent.name}, {folder.name} of the engine, in peft: largest differences {shown}; from the base {moved:.1f}")
    if not all(value < TOLERANCE for value in differences.values()):
        raise SystemExit("The engine and peft differ.")
    if not moved > 0.1:
        raise SystemExit("The adapter does next to nothing: the comparison says little.")


def load_model(folder: Path) -> torch.nn.Module:
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")


def load_merged(folder: Path, family: Path) -> torch.nn.Module:
    """The merged folder has to be a whole model: with a tokenizer, and no weight left out."""
    texts = [AutoTokenizer.from_pretrained(path).encode("Grüß dich 👍") for path in (folder / "merged", family / "model")]
    if texts[0] != texts[1]:
        raise SystemExit("The tokenizer of the merged folder is not the base's.")
    return load_model(folder / "merged")


def logits_of(model: torch.nn.Module, tokens: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return model(tokens[None, :-1]).logits[0]


def check_weights(model: PeftModel, folder: Path) -> None:
    """peft fills what a file lacks at random and skips what it does not know: every tensor has to be there, bit for bit."""
    written = load_file(folder / "adapter_model.safetensors")
    loaded = get_peft_model_state_dict(model)
    if written.keys() != loaded.keys():
        raise SystemExit(f"Tensors of the file or of peft alone: {sorted(written.keys() ^ loaded.keys())}")
    for name, tensor in written.items():
        if not torch.equal(tensor, loaded[name]):
            raise SystemExit(f"peft has other values of {name}.")


def difference(one: torch.Tensor, other: torch.Tensor) -> float:
    return (one - other).abs().max().item()


if __name__ == "__main__":
    main()
