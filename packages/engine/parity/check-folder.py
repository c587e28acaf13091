"""Loads a model folder in transformers, and an exported adapter in peft, and compares with a fixture where there is one.

    check-folder.py MODEL [--adapter FOLDER] [--expected FOLDER]

MODEL without weights is filled at random: its files are then only checked to fit together.
"""

import argparse
import json
from pathlib import Path

import torch
from peft import PeftModel
from safetensors.torch import load_file
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer

CHAT = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Grüß dich 👍"}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--adapter", type=Path)
    parser.add_argument("--expected", type=Path, help="a family's folder of fixtures")
    arguments = parser.parse_args()
    model, is_random = load_model(arguments.model)
    parameters = sum(parameter.numel() for parameter in model.parameters())
    print(f"{type(model).__name__}, {parameters} parameters{', random' if is_random else ''}")
    show_text(arguments.model)
    if arguments.expected is None:
        return
    tokens = torch.tensor([json.loads((arguments.expected / "expected.json").read_text())["tokens"][:-1]])
    expected = load_file(arguments.expected / "expected.safetensors")
    compare("logits", model, tokens, expected["logits"])
    if arguments.adapter is not None:
        adapted = PeftModel.from_pretrained(model, arguments.adapter)
        compare("adapted logits", adapted, tokens, expected["adapted_logits"])


def load_model(folder: Path) -> tuple[torch.nn.Module, bool]:
    is_random = not any(folder.glob("*.safetensors"))
    if is_random:
        model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(folder), dtype=torch.float32)
    else:
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
    return model.eval(), is_random


def show_text(folder: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(folder)
    rendered = tokenizer.apply_chat_template(CHAT, tokenize=False, add_generation_prompt=True)
    tokens = tokenizer.encode(rendered, add_special_tokens=False)
    print(f"{type(tokenizer).__name__}, {len(tokenizer)} tokens; a chat: {rendered!r}\n{tokens}")
    if tokenizer.decode(tokens, clean_up_tokenization_spaces=False) != rendered:
        raise SystemExit("The tokens do not decode to the text that they were made from.")


def compare(what: str, model: torch.nn.Module, tokens: torch.Tensor, expected: torch.Tensor) -> None:
    with torch.no_grad():
        difference = (model(tokens).logits[0] - expected).abs().max().item()
    print(f"{what}: largest difference {difference:.2e}")
    if not difference < 1e-4:
        raise SystemExit(f"The {what} differ.")


if __name__ == "__main__":
    main()
