"""Writes the adapters that the engine is to import, and the logits that peft gives with each of them.

The models are those that make-fixtures.py wrote. See README.md beside this file for how to run it.
"""

import argparse
import json
import shutil
from pathlib import Path

import peft
import torch
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM
from transformers.utils import logging

from adapters import REFUSING_FAMILY, refusals, variants
from peft_folder import save_adapter

SEED = 20261123
# The last row alone: it depends on all tokens, and the files stay small.
KEPT_ROWS = 1


def main() -> None:
    default = Path(__file__).parent.parent / "src" / "parity" / "fixtures"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=default)
    out = parser.parse_args().out
    torch.set_num_threads(1)
    logging.disable_progress_bar()
    for name in ("adapters", "refused"):
        for folder in out.glob(f"*/{name}"):
            shutil.rmtree(folder)
    for index, variant in enumerate(variants()):
        family = default / variant.family
        model = adapted(family, variant.lora, SEED + index)
        # Rounded before it is asked, so that the logits are those of the file.
        round_adapter(model, variant.weight_type)
        folder = out / variant.family / "adapters" / variant.name
        write_expected(family, model, folder)
        store_as(model, variant.weight_type)
        save_adapter(model, folder, variant.family)
        report(folder)
    for index, refusal in enumerate(refusals()):
        folder = out / REFUSING_FAMILY / "refused" / refusal.name
        save_adapter(adapted(default / REFUSING_FAMILY, refusal.lora, SEED - index), folder, REFUSING_FAMILY)
        (folder / "names.txt").write_text(refusal.names + "\n")
        report(folder)


def adapted(family: Path, lora: dict, seed: int) -> peft.PeftModel:
    base = AutoModelForCausalLM.from_pretrained(family / "model", dtype=torch.float32, attn_implementation="eager")
    torch.manual_seed(seed)
    config = peft.LoraConfig(task_type="CAUSAL_LM", lora_dropout=0.0, init_lora_weights=False, **lora)
    return peft.get_peft_model(base, config).eval()


def lora_parameters(model: peft.PeftModel) -> list[torch.nn.Parameter]:
    return [parameter for name, parameter in model.named_parameters() if ".lora_" in name]


def round_adapter(model: peft.PeftModel, weight_type: torch.dtype) -> None:
    for parameter in lora_parameters(model):
        parameter.data = parameter.data.to(weight_type).to(torch.float32)


def store_as(model: peft.PeftModel, weight_type: torch.dtype) -> None:
    for parameter in lora_parameters(model):
        parameter.data = parameter.data.to(weight_type)


def write_expected(family: Path, model: peft.PeftModel, folder: Path) -> None:
    tokens = torch.tensor(json.loads((family / "expected.json").read_text())["tokens"])
    with torch.no_grad():
        logits = model(tokens[None, :-1]).logits[0]
    scores = torch.log_softmax(logits.double(), dim=-1).gather(1, tokens[1:, None])[:, 0]
    folder.mkdir(parents=True)
    tensors = {"logits": logits[-KEPT_ROWS:].contiguous(), "scores": scores.float().contiguous()}
    save_file(tensors, folder / "expected.safetensors", metadata={"format": "pt"})


def report(folder: Path) -> None:
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{folder.parent.parent.name} {folder.name}: {size} bytes")


if __name__ == "__main__":
    main()
