"""The three tiny models: between them every feature of a shape that is supported."""

from dataclasses import dataclass, field

import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import LlamaConfig, PretrainedConfig, Qwen2Config, Qwen3Config

import texts

SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,%d}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


@dataclass
class Family:
    name: str
    config: PretrainedConfig
    weight_type: torch.dtype
    template: str
    special_tokens: list[str]
    end_token: str
    lora: dict
    # Written as transformers did before version 5.
    is_old_form: bool = False
    is_sharded: bool = False
    has_start_token: bool = False
    normalizer: object = None
    digits: int = 1
    generation: dict = field(default_factory=dict)


ALL_MAPS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


def families() -> list[Family]:
    return [
        Family(
            # Grouped heads, a head of its own, rotation stretched as in Llama 3, a vocabulary that is no multiple of 4.
            name="llama",
            config=LlamaConfig(
                vocab_size=303,
                hidden_size=48,
                intermediate_size=80,
                num_hidden_layers=2,
                num_attention_heads=6,
                num_key_value_heads=2,
                max_position_embeddings=256,
                rms_norm_eps=1e-5,
                rope_parameters={
                    "rope_type": "llama3",
                    "rope_theta": 500000.0,
                    "factor": 8.0,
                    "low_freq_factor": 1.0,
                    "high_freq_factor": 4.0,
                    "original_max_position_embeddings": 32,
                },
            ),
            weight_type=torch.bfloat16,
            template=texts.LLAMA_TEMPLATE,
            special_tokens=["<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"],
            end_token="<|eot_id|>",
            has_start_token=True,
            digits=3,
            lora={"r": 4, "lora_alpha": 8, "target_modules": ALL_MAPS},
            generation={"temperature": 0.6, "top_p": 0.9, "do_sample": True},
        ),
        Family(
            # Bias, tied head, shards, linear stretch, the older form of every file.
            name="qwen2",
            config=Qwen2Config(
                vocab_size=304,
                hidden_size=32,
                intermediate_size=60,
                num_hidden_layers=2,
                num_attention_heads=4,
                num_key_value_heads=4,
                max_position_embeddings=256,
                tie_word_embeddings=True,
                rope_parameters={"rope_type": "linear", "rope_theta": 1000000.0, "factor": 2.0},
            ),
            weight_type=torch.float32,
            template=texts.QWEN2_TEMPLATE,
            special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
            end_token="<|im_end|>",
            normalizer=normalizers.NFC(),
            is_old_form=True,
            is_sharded=True,
            lora={"r": 3, "lora_alpha": 5, "target_modules": ["q_proj", "v_proj"], "use_rslora": True},
            generation={"temperature": 0.7, "top_p": 0.8, "top_k": 20, "repetition_penalty": 1.05, "do_sample": True},
        ),
        Family(
            # Norm over heads, heads that together are wider than the model, tied head.
            name="qwen3",
            config=Qwen3Config(
                vocab_size=300,
                hidden_size=40,
                intermediate_size=72,
                num_hidden_layers=3,
                num_attention_heads=4,
                num_key_value_heads=2,
                head_dim=16,
                max_position_embeddings=256,
                tie_word_embeddings=True,
                rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
            ),
            weight_type=torch.float16,
            template=texts.QWEN3_TEMPLATE,
            special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
            end_token="<|im_end|>",
            normalizer=normalizers.NFC(),
            lora={"r": 2, "lora_alpha": 4, "target_modules": ["q_proj", "k_proj", "v_proj", "o_proj"]},
            generation={"temperature": 0.6, "top_k": 20, "top_p": 0.95, "do_sample": True},
        ),
    ]


def train_tokenizer(family: Family) -> Tokenizer:
    """Byte-level BPE with a few merges and the family's special tokens behind the vocabulary."""
    tokenizer = Tokenizer(models.BPE())
    if family.normalizer is not None:
        tokenizer.normalizer = family.normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT % family.digits), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    room = family.config.vocab_size - len(family.special_tokens) - 2
    trainer = trainers.BpeTrainer(
        vocab_size=room,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts.TRAINING_TEXT, trainer)
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in family.special_tokens])
    if family.has_start_token:
        start = family.special_tokens[0]
        tokenizer.post_processor = processors.TemplateProcessing(
            single=f"{start} $A",
            pair=f"{start} $A {start} $B",
            special_tokens=[(start, tokenizer.token_to_id(start))],
        )
    else:
        tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    return tokenizer
