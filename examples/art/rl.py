"""Trains a model by reward with the ART client: the model learns to begin its answers with "yes".

Reads the server's address and key from OPENAI_BASE_URL and OPENAI_API_KEY, which `npm start` prints.
Run it again and it goes on from the step where the model is.
"""

import argparse
import asyncio
import os
from pathlib import Path

# Without this, litellm loads a list of prices from the internet when it is imported.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")

import art
import litellm
from art.openai import consume_chat_completion_stream
from art.serverless.backend import ServerlessBackend
from art.utils.litellm import convert_litellm_choice_to_openai

# The untrained model begins about a tenth of its answers to these with "yes".
QUESTIONS = [
    "Is the sky blue?",
    "Is water wet?",
    "Is fire cold?",
    "Is snow warm?",
    "Do you sleep?",
    "Can you swim?",
    "Is it late?",
    "Is the moon far away?",
]

# The client keeps trajectories and metrics here, beside this file.
RECORDS = Path(__file__).parent / ".art"


def settings() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", default="says-yes", help="name of the model (default: %(default)s)")
    parser.add_argument("--project", default="art-demo", help="its project (default: %(default)s)")
    parser.add_argument("--base-model", default="heddle/loom", help="what it starts from")
    parser.add_argument("--steps", type=int, default=8, help="training steps of this run")
    parser.add_argument("--group", type=int, default=8, help="answers to each question")
    # The default of the client, 0.000005, is for models of billions of parameters.
    parser.add_argument("--learning-rate", type=float, default=0.003)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stream", action="store_true", help="read the answers as streams")
    way.add_argument("--litellm", action="store_true", help="ask with litellm, as many agent frameworks do")
    return parser.parse_args()


def reward_of(answer: str) -> float:
    return 1.0 if answer.lower().startswith("yes") else 0.0


async def answer(model: art.TrainableModel, messages: art.Messages, given: argparse.Namespace) -> art.types.Choice:
    request = {"messages": messages, "max_completion_tokens": 32, "temperature": 1}
    name = model.get_inference_name()
    if given.litellm:
        answered = await litellm.acompletion(
            model=f"openai/{name}",
            base_url=model.inference_base_url,
            api_key=model.inference_api_key,
            logprobs=True,
            **request,
        )
        return convert_litellm_choice_to_openai(answered.choices[0])
    completions = model.openai_client().chat.completions
    if given.stream:
        stream = await completions.create(model=name, stream=True, **request)
        return (await consume_chat_completion_stream(stream)).choices[0]
    return (await completions.create(model=name, **request)).choices[0]


async def rollout(model: art.TrainableModel, question: str, given: argparse.Namespace) -> art.Trajectory:
    """Asks one question and keeps what training needs: the messages, the choice and its reward."""
    messages: art.Messages = [{"role": "user", "content": question}]
    choice = await answer(model, messages, given)
    return art.Trajectory(
        messages_and_choices=[*messages, choice], reward=reward_of(choice.message.content or "")
    )


async def main() -> None:
    given = settings()
    backend = ServerlessBackend(
        api_key=os.environ["OPENAI_API_KEY"], base_url=os.environ["OPENAI_BASE_URL"]
    )
    model = art.TrainableModel(
        name=given.name,
        project=given.project,
        base_model=given.base_model,
        base_path=str(RECORDS),
    )
    await model.register(backend)
    step = await model.get_step()
    print(f"{model.entity}/{model.project}/{model.name} is at step {step}", flush=True)
    for _ in range(given.steps):
        groups = await art.gather_trajectory_groups(
            art.TrajectoryGroup(
                rollout(model, question, given) for _ in range(given.group)
            )
            for question in QUESTIONS
        )
        rewards = [trajectory.reward for group in groups for trajectory in group]
        mean = sum(rewards) / len(rewards)
        await model.log(groups, split="train")
        result = await backend.train(model, groups, learning_rate=given.learning_rate)
        print(f"step {step}: mean reward {mean:.2f}, trained to step {result.step}", flush=True)
        step = result.step
    # Keeps the newest step and the one of the highest reward; the server drops the weights of the others.
    await model.delete_checkpoints(best_checkpoint_metric="train/reward")
    kept = [each.step async for each in backend._client.models.checkpoints.list(model_id=model.id)]
    print(f"kept: step {', '.join(map(str, kept))}", flush=True)
    await backend.close()


if __name__ == "__main__":
    asyncio.run(main())
