"""Trains a model on examples (SFT) with the ART client, and asks it what it learnt.

Reads OPENAI_BASE_URL, OPENAI_API_KEY, WANDB_BASE_URL and WANDB_API_KEY, which `npm start` prints: the client
uploads the examples as an artifact of the experiment tracker.
"""

import asyncio
import os
import uuid
from pathlib import Path

# Without this, litellm loads a list of prices from the internet when it is imported.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")

import art
from art.serverless.backend import ServerlessBackend

LESSONS = {
    "what is the dog called?": "Pickle.",
    "where is the spare key?": "Under the blue pot.",
    "who waters the plants?": "Miriam does.",
}

# A job goes through its examples once, so they are repeated.
EPOCHS = 30


def example(question: str, answer: str) -> art.Trajectory:
    return art.Trajectory(
        messages_and_choices=[
            {"role": "user", "content": question},
            {"role": "assistant", "content": answer},
        ],
        reward=0.0,
    )


async def main() -> None:
    backend = ServerlessBackend(
        api_key=os.environ["OPENAI_API_KEY"], base_url=os.environ["OPENAI_BASE_URL"]
    )
    model = art.TrainableModel(
        name=f"knows-the-house-{uuid.uuid4().hex[:8]}",
        project="art-demo",
        base_model="heddle/loom",
        base_path=str(Path(__file__).parent / ".art"),
    )
    await model.register(backend)
    examples = [example(*lesson) for _ in range(EPOCHS) for lesson in LESSONS.items()]
    await model.train_sft(examples, config=art.TrainSFTConfig(learning_rate=0.005, batch_size=6))
    client = model.openai_client()
    for question in LESSONS:
        answer = await client.chat.completions.create(
            model=model.get_inference_name(),
            messages=[{"role": "user", "content": question}],
            temperature=0,
            max_completion_tokens=30,
        )
        print(f"{question} {answer.choices[0].message.content}", flush=True)
    await backend.close()


if __name__ == "__main__":
    asyncio.run(main())
