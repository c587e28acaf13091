"""The adapters that peft makes for the engine to import: each way to name target modules, and each kind that it refuses."""

from dataclasses import dataclass, field

import torch

QUERY_AND_VALUE = ["q_proj", "v_proj"]


@dataclass
class Variant:
    family: str
    name: str
    # Arguments of peft.LoraConfig.
    lora: dict
    weight_type: torch.dtype = torch.float32


@dataclass
class Refusal:
    name: str
    lora: dict
    # What the engine's message names.
    names: str = field(kw_only=True)


def variants() -> list[Variant]:
    def all_linear(rank: int, **others: object) -> dict:
        return {"r": rank, "lora_alpha": 2 * rank, "target_modules": "all-linear", **others}

    return [
        # Fewer than 20 modules: peft writes their full names.
        Variant("llama", "all-linear", all_linear(1)),
        # From 20 modules on it writes the shortest list that means the same.
        Variant("qwen3", "all-linear", all_linear(1)),
        Variant("llama", "listed", {"r": 2, "lora_alpha": 3, "target_modules": ["o_proj", "mlp.up_proj"]}),
        Variant("llama", "by-default", {"r": 2, "lora_alpha": 8, "use_rslora": True}),
        Variant("qwen2", "pattern", {"r": 2, "lora_alpha": 8, "target_modules": r".*\.1\..*\.(k|down)_proj"}),
        Variant("qwen2", "excluded", all_linear(1, exclude_modules=["k_proj", "layers.0.mlp.up_proj"])),
        Variant(
            "qwen2",
            "excluded-by-pattern",
            {"r": 2, "lora_alpha": 4, "target_modules": QUERY_AND_VALUE, "exclude_modules": r".*\.0\..*q_proj"},
        ),
        Variant(
            "qwen2",
            "rank-stabilised",
            {"r": 3, "lora_alpha": 6, "target_modules": ["v_proj", "gate_proj"], "use_rslora": True},
            torch.bfloat16,
        ),
        Variant(
            "qwen3",
            "places",
            {"r": 3, "lora_alpha": 5, "target_modules": ["0.self_attn.q_proj", "layers.2.mlp.gate_proj", "1.mlp.down_proj"]},
        ),
        Variant("qwen3", "half", {"r": 2, "lora_alpha": 3, "target_modules": QUERY_AND_VALUE}, torch.float16),
    ]


# All of them on this family.
REFUSING_FAMILY = "qwen2"


def refusals() -> list[Refusal]:
    def query(**others: object) -> dict:
        return {"r": 1, "lora_alpha": 2, "target_modules": ["q_proj"], **others}

    return [
        Refusal("rank-pattern", query(rank_pattern={"layers.0.self_attn.q_proj": 2}), names="rank_pattern"),
        Refusal("alpha-pattern", query(alpha_pattern={"q_proj": 4}), names="alpha_pattern"),
        Refusal("saved-module", query(modules_to_save=["norm"]), names="modules_to_save"),
        Refusal("weight-decomposed", query(use_dora=True), names="use_dora"),
        Refusal("bias", query(bias="lora_only"), names="bias"),
        Refusal("some-layers", query(layers_to_transform=[1]), names="layers_to_transform"),
        Refusal("head", query(target_modules=["q_proj", "lm_head"]), names="lm_head"),
        Refusal("new-tokens", query(trainable_token_indices=[3]), names="trainable_token_indices"),
        Refusal("parameters", query(target_parameters=["mlp.up_proj.weight"]), names="target_parameters"),
    ]
