"""PyTorch with transformers and peft as a side of ../beside.ts, with the model of a folder.

    pytorch_side.py FOLDER THREADS

In float32, eager, as both come: what `generate` does for a token without its samplers, and a plain loop of training.
"""

import json
import sys
import time

import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM
from transformers.utils import logging

LORA = {"r": 8, "lora_alpha": 16, "target_modules": "all-linear", "lora_dropout": 0.0}
ADAM = {"lr": 1e-3, "betas": (0.9, 0.95), "eps": 1e-8, "weight_decay": 0.0}
CLIP_NORM = 1.0


class Side:
    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.model = load(folder)
        # Made when it is first asked for: an adapter would slow down the model that only samples.
        self.adapted = None
        self.optimizer = None

    def run(self, job: dict) -> None:
        match job["kind"]:
            case "train":
                self.train(torch.tensor(job["inputTokens"]), torch.tensor(job["targetTokens"]))
            case "decode":
                self.decode(torch.tensor(job["first"])[:, None], job["tokens"])
            case "prompt":
                self.decode(torch.tensor([job["prompt"]]), 1)

    @torch.inference_mode()
    def decode(self, tokens: torch.Tensor, count: int) -> None:
        cache = None
        for _ in range(count):
            result = self.model(tokens, past_key_values=cache, use_cache=True, logits_to_keep=1)
            cache = result.past_key_values
            tokens = result.logits[:, -1].argmax(dim=-1, keepdim=True)

    def train(self, inputs: torch.Tensor, targets: torch.Tensor) -> None:
        if self.adapted is None:
            self.adapted = get_peft_model(load(self.folder), LoraConfig(task_type="CAUSAL_LM", **LORA))
            parameters = [parameter for parameter in self.adapted.parameters() if parameter.requires_grad]
            self.optimizer = torch.optim.AdamW(parameters, **ADAM)
        parameters = self.optimizer.param_groups[0]["params"]
        self.optimizer.zero_grad()
        logits = self.adapted(inputs, use_cache=False).logits
        torch.nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten()).backward()
        torch.nn.utils.clip_grad_norm_(parameters, CLIP_NORM)
        self.optimizer.step()

    @torch.inference_mode()
    def score(self, tokens: list[int]) -> list[float]:
        row = torch.tensor(tokens)
        logprobs = torch.log_softmax(self.model(row[None, :-1]).logits[0], dim=-1)
        return logprobs.gather(1, row[1:, None])[:, 0].tolist()


def load(folder: str) -> torch.nn.Module:
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()


def timed(side: Side, job: dict, repeats: int) -> dict:
    cpu = time.process_time()
    start = time.perf_counter()
    for _ in range(repeats):
        side.run(job)
    return {"ms": (time.perf_counter() - start) * 1000, "cpuMs": (time.process_time() - cpu) * 1000}


def main() -> None:
    folder, threads = sys.argv[1:]
    logging.disable_progress_bar()
    torch.set_num_threads(int(threads))
    side = Side(folder)
    for line in sys.stdin:
        request = json.loads(line)
        if "score" in request:
            answer = side.score(request["score"])
        else:
            answer = timed(side, request["job"], request["repeats"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
