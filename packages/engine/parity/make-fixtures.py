"""Writes the parity fixtures: tiny random models, and what PyTorch, transformers, tokenizers and peft make of them.

See README.md beside this file for how to run it.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy
import peft
import tokenizers
import torch
import transformers
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationConfig, PreTrainedTokenizerFast

import json_file
import texts
from families import Family, families, train_tokenizer
from peft_folder import save_adapter

SEED = 20260711
ADAM = {"learningRate": 0.01, "betas": [0.9, 0.95], "epsilon": 1e-4, "weightDecay": 0.1}
# The second step is clipped, the first is not.
CLIP_NORMS = [None, 1.0]
# Pieces of the tokens, begin to end.
SEQUENCES = [(0, 40), (3, 20), (11, 35)]


def main() -> None:
    default = Path(__file__).parent.parent / "src" / "parity" / "fixtures"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=default)
    out = parser.parse_args().out
    torch.set_num_threads(1)
    for family in families():
        folder = out / family.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        torch.manual_seed(SEED)
        write_model(family, folder / "model")
        write_expected(family, folder)
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        print(f"{family.name}: {size} bytes")


def write_model(family: Family, folder: Path) -> None:
    tokenizer = train_tokenizer(family)
    end = tokenizer.token_to_id(family.end_token)
    start = tokenizer.token_to_id(family.special_tokens[0]) if family.has_start_token else None
    family.config.eos_token_id = end
    family.config.bos_token_id = start
    model = AutoModelForCausalLM.from_config(family.config, dtype=torch.float32)
    randomise(model)
    model.generation_config = GenerationConfig(eos_token_id=end, bos_token_id=start, **family.generation)
    model.to(family.weight_type).save_pretrained(folder, max_shard_size="60KB" if family.is_sharded else "1GB")
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=family.end_token,
        bos_token=family.special_tokens[0] if family.has_start_token else None,
        chat_template=family.template,
        clean_up_tokenization_spaces=False,
    )
    wrapped.save_pretrained(folder)
    if family.is_old_form:
        write_old_form(folder)


def randomise(model: torch.nn.Module) -> None:
    """Weights large enough that every part of the model shows in the logits."""
    for name, parameter in model.named_parameters():
        with torch.no_grad():
            if "norm" in name:
                parameter.normal_(1.0, 0.2)
            elif name.endswith("bias"):
                parameter.normal_(0.0, 0.5)
            elif "embed_tokens" in name:
                parameter.normal_(0.0, 0.5)
            else:
                parameter.normal_(0.0, parameter.shape[1] ** -0.5)


def write_old_form(folder: Path) -> None:
    """`rope_scaling` and `torch_dtype` in config.json, the template as a list in tokenizer_config.json."""
    config = json.loads((folder / "config.json").read_text())
    rope = config.pop("rope_parameters")
    config["rope_theta"] = rope.pop("rope_theta")
    config["rope_scaling"] = {"type": rope.pop("rope_type"), **rope}
    config["torch_dtype"] = config.pop("dtype")
    config.pop("layer_types", None)
    json_file.write(folder / "config.json", config)
    template = (folder / "chat_template.jinja").read_text()
    (folder / "chat_template.jinja").unlink()
    tokenizer_config = json.loads((folder / "tokenizer_config.json").read_text())
    tokenizer_config["chat_template"] = [
        {"name": "default", "template": template},
        {"name": "short", "template": "{{ messages[-1].content }}"},
    ]
    json_file.write(folder / "tokenizer_config.json", tokenizer_config)


def write_expected(family: Family, folder: Path) -> None:
    """Everything below is read from the folder as it was written, not from what it was written from."""
    tokenizer = AutoTokenizer.from_pretrained(folder / "model")
    base = AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float32, attn_implementation="eager")
    base.eval()
    used = min(family.config.vocab_size, len(tokenizer))
    tokens = torch.randint(0, used, (41,))
    tensors = {"logits": logits_of(base, tokens)}
    torch.manual_seed(SEED + 1)
    config = peft.LoraConfig(task_type="CAUSAL_LM", lora_dropout=0.0, init_lora_weights=False, **family.lora)
    adapted = peft.get_peft_model(base, config)
    adapted.eval()
    save_adapter(adapted, folder / "adapter", family.name)
    tensors["adapted_logits"] = logits_of(adapted, tokens)
    tensors |= train(adapted, tokens, training := {})
    save_file(tensors, folder / "expected.safetensors", metadata={"format": "pt"})
    expected = {
        "seed": SEED,
        "versions": {
            module.__name__: module.__version__ for module in (torch, transformers, tokenizers, peft, numpy)
        },
        "tokens": tokens.tolist(),
        "training": training,
        "texts": [text_case(tokenizer, text) for text in texts.AWKWARD],
        "chats": [chat_case(tokenizer, chat) for chat in texts.CHATS],
    }
    json_file.write(folder / "expected.json", expected)


def logits_of(model: torch.nn.Module, tokens: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return model(tokens[None, :-1]).logits[0].contiguous()


def train(model: torch.nn.Module, tokens: torch.Tensor, record: dict) -> dict[str, torch.Tensor]:
    """Two AdamW steps on the sum of weighted cross-entropies; gradients of the first, weights after both."""
    tensors = {}
    parameters = {name: p for name, p in model.named_parameters() if p.requires_grad}
    optimizer = torch.optim.AdamW(
        parameters.values(),
        lr=ADAM["learningRate"],
        betas=tuple(ADAM["betas"]),
        eps=ADAM["epsilon"],
        weight_decay=ADAM["weightDecay"],
    )
    sequences = [
        {
            "inputTokens": tokens[begin:end].tolist(),
            "targetTokens": tokens[begin + 1 : end + 1].tolist(),
            # Some are 0 and some below it: both have to come through.
            "weights": [(index % 5 - 1) / 4 for index in range(end - begin)],
        }
        for begin, end in SEQUENCES
    ]
    record |= {"adam": ADAM, "sequences": sequences, "steps": []}
    for step, clip in enumerate(CLIP_NORMS):
        optimizer.zero_grad()
        losses = []
        for sequence in sequences:
            logits = model(torch.tensor([sequence["inputTokens"]])).logits[0]
            targets = torch.tensor(sequence["targetTokens"])
            weights = torch.tensor(sequence["weights"])
            losses.append((weights * torch.nn.functional.cross_entropy(logits, targets, reduction="none")).sum())
        loss = torch.stack(losses).sum()
        loss.backward()
        if step == 0:
            tensors |= {f"gradient.{short(name)}": p.grad.clone() for name, p in parameters.items()}
        norm = torch.nn.utils.clip_grad_norm_(parameters.values(), clip if clip is not None else float("inf"))
        optimizer.step()
        record["steps"].append({"loss": loss.item(), "gradientNorm": norm.item(), "clipNorm": clip})
    tensors |= {f"stepped.{short(name)}": p.detach().clone() for name, p in parameters.items()}
    return tensors


def short(name: str) -> str:
    """`layers.0.self_attn.q_proj.lora_A`"""
    return name.removeprefix("base_model.model.model.").removesuffix(".default.weight")


def text_case(tokenizer, text: str) -> dict:
    plain = tokenizer.encode(text, add_special_tokens=False)
    return {
        "text": text,
        "tokens": plain,
        "withSpecialTokens": tokenizer.encode(text, add_special_tokens=True),
        "decoded": tokenizer.decode(plain, skip_special_tokens=False, clean_up_tokenization_spaces=False),
        "decodedWithoutSpecialTokens": tokenizer.decode(
            plain, skip_special_tokens=True, clean_up_tokenization_spaces=False
        ),
    }


def chat_case(tokenizer, chat: dict) -> dict:
    options = {name: value for name, value in chat.items() if name != "messages"}
    rendered = tokenizer.apply_chat_template(chat["messages"], tokenize=False, **options)
    return {**chat, "rendered": rendered, "tokens": tokenizer.encode(rendered, add_special_tokens=False)}


if __name__ == "__main__":
    main()
