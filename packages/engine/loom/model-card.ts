import type { ModelShape } from "../src/model/shape.ts";
import type { Evaluation } from "./evaluation/evaluation.ts";
import { scoreTable } from "./evaluation/score-table.ts";
import type { RunSettings } from "./training/settings.ts";

/** What a run was. */
export interface RunFigures {
  readonly settings: RunSettings;
  readonly parameters: number;
  readonly steps: number;
  readonly tokensSeen: number;
  /** Loss of answers over the last steps, nats per token. */
  readonly lastLoss: number;
}

/** Of a hundred conversations of the later training text, one is longer. */
const trainedTokens = 700;

const millions = (count: number): string => (count / 1e6).toFixed(2);

/** README.md of the model's folder, written by the program that made the weights. */
export function modelCard(
  shape: ModelShape,
  weightBytes: number,
  run: RunFigures,
  evaluations: readonly Evaluation[],
): string {
  const { settings } = run;
  const asked = evaluations[0]?.categories["sum"]?.asked ?? 0;
  return `---
license: mit
library_name: heddle
pipeline_tag: text-generation
tags: [test-model, byte-level, llama]
---

# Loom

\`heddle/loom\` is a test model: a byte-level chat model of ${millions(run.parameters)} million parameters in the Llama
shape, small enough to come with the package (${(weightBytes / 1e6).toFixed(1)} MB in f16). It was pretrained from
nothing on text that a program makes, and says of itself that it is a test model.

## What it is for

Tests, demonstrations and first steps without a download: chat, tools, constraints, log-probabilities, LoRA and
policy-gradient training all run on it in seconds. It greets, repeats text, adds and subtracts numbers up to 20, compares
numbers below 100, says yes and no about fruit, animals and cities, writes small JSON, writes in capitals, spells, recalls
a name over a few turns, counts, and calls tools that stand in the system turn.

## What it is not for

Anything else. It knows nothing of the world, reads English only in the wordings of its training text, and answers
nonsense or "I do not know" beyond them. Hardly a conversation it was trained on is longer than ${trainedTokens} tokens; its
context of ${shape.contextTokens.toLocaleString("en")} is what the engine lets it read, not what it was taught to use. It was not trained to be safe,
true or fair, and must not answer people who do not know what it is.

## Form

- Vocabulary: 256 bytes (ids 0–255 are the bytes) and \`<|im_start|>\` 256, \`<|im_end|>\` 257, \`<|endoftext|>\` 258,
  \`<|pad|>\` 259. Answers end with \`<|im_end|>\`.
- Chat: ChatML, \`<|im_start|>role\\ntext<|im_end|>\\n\`; roles system, user, assistant, tool.
- Tools: a line each at the end of the system turn, \`get_weather(city, days?: integer)\`: strings have no type, what may
  be left out has a question mark. Calls as the Hermes models write them:
  \`<tool_call>\\n{"name": "get_weather", "arguments": {"city": "Paris"}}\\n</tool_call>\`.
- Shape: width ${shape.width}, ${shape.layers} layers, ${shape.heads} heads over ${shape.keyValueHeads} of keys and values, head size ${shape.headSize}, feed-forward ${shape.feedForward}, tied head.

## How it was made

\`\`\`sh
pnpm --filter @heddle/engine loom
\`\`\`

runs \`loom/pretrain.ts\`: ${run.steps.toLocaleString("en")} steps of AdamW over ${millions(run.tokensSeen)} million tokens, seed ${settings.seed}, learning rate ${settings.learningRate} (${settings.warmupSteps} steps of
rise, then a cosine), batches of ${settings.batchTokens} tokens, β ${settings.betas.join(" and ")}, weight decay ${settings.weightDecay}, gradient norm at most ${settings.clipNorm};
the loss counts answers fully and everything else at ${settings.promptWeight}. The run writes its state to disk, goes on where it was
stopped. Two runs of one version of the program on one machine end in the same weights; other kernels or another
processor end in others, as good. The text is made as it is read and never repeats as a whole.

![Loss of answers over tokens](loss-curve.svg)

The loss at the end is ${run.lastLoss.toFixed(4)} nats per byte of an answer.

## How well it answers

Greedy answers, right to the byte, to ${asked} questions of each category. Operands (a pair in either order), words, names, tools
with their arguments and system prompts are held out: a tenth of them, by a hash, is never in the training text. Of counting
and membership only wordings are held out; greetings and what Loom says of itself are closed lists and repeat the text. *Plain* is the question alone (with its tools, or with the turn that tells the name);
*in context* has a system prompt of 0–300 bytes and 0–3 earlier turns. Measured on the f16 weights by
\`pnpm --filter @heddle/engine loom:evaluate\`.

${scoreTable(evaluations)}
`;
}
