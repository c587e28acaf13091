import type { ModelShape } from "../../src/model/shape.ts";
import type { HeldOutScores } from "../evaluation/evaluation.ts";
import { scoreTable } from "../evaluation/score-table.ts";
import { type CategoryScore, questionTable } from "../questions/question-table.ts";
import type { RunSettings } from "../training/settings.ts";
import { abilities } from "./abilities.ts";
import { aimLines } from "./aims.ts";

/** What a run was. */
export interface RunFigures {
  readonly settings: RunSettings;
  readonly parameters: number;
  readonly steps: number;
  readonly tokensSeen: number;
  /** Loss of answers over the last steps, nats per byte. */
  readonly lastLoss: number;
  /** The run whose weights this one began with. */
  readonly before?: RunFigures;
}

/** All that the card of a model is written from. */
export interface CardFigures {
  readonly shape: ModelShape;
  readonly weightBytes: number;
  readonly run: RunFigures;
  readonly heldOut: readonly HeldOutScores[];
  /** Scores of questions that people wrote; empty before they were asked. */
  readonly questions: readonly CategoryScore[];
}

/** Of a hundred conversations of the training text, one is longer. */
const trainedTokens = 500;

const millions = (count: number): string => (count / 1e6).toFixed(2);

/** README.md of the model's folder. */
export function modelCard({ shape, weightBytes, run, heldOut, questions }: CardFigures): string {
  const asked = Object.values(heldOut[0]?.categories ?? {})[0]?.asked ?? 0;
  return `---
license: mit
library_name: heddle
pipeline_tag: text-generation
tags: [test-model, llama]
---

# Loom

\`heddle/loom\` is a test model: a chat model of ${millions(run.parameters)} million parameters in the Llama shape, small enough to
come with the package (${(weightBytes / 1e6).toFixed(1)} MB in f16). It was pretrained from nothing on text that a program makes,
and says of itself that it is a test model.

## What it is for

Tests, demonstrations and first steps without a download: chat, tools, constraints, log-probabilities, LoRA and
policy-gradient training all run on it in seconds. It was taught to

${abilities.map((ability) => `- ${ability}`).join("\n")}

and to answer to everything else that it does not know, or that it cannot do that without a tool. What it does well and
what it does badly stands [below](#how-well-it-answers).

## What it is not for

Anything else. It knows nothing of the world, reads plain English in short sentences, and often answers wrongly or
nonsense. Hardly a conversation it was trained on is longer than ${trainedTokens} tokens; its context of ${shape.contextTokens.toLocaleString("en")} is what the
engine lets it read, not what it was taught to use. It was not trained to be safe, true or fair, and must not answer
people who do not know what it is.

## Form

- Vocabulary: ${shape.vocabulary.toLocaleString("en")} tokens: the 256 bytes (ids 0–255), \`<|im_start|>\` 256, \`<|im_end|>\` 257, \`<|endoftext|>\` 258,
  \`<|pad|>\` 259, \`<tool_call>\` 260, \`</tool_call>\` 261, and pieces of English words. Every digit is a token of its own. Answers
  end with \`<|im_end|>\`.
- Chat: ChatML, \`<|im_start|>role\\ntext<|im_end|>\\n\`; roles system, user, assistant, tool.
- Tools: a line each at the end of the system turn, \`get_weather(city, days?: integer)\`: strings have no type, what may
  be left out has a question mark. Calls as the Hermes models write them, one in a turn:
  \`<tool_call>\\n{"name": "get_weather", "arguments": {"city": "Paris"}}\\n</tool_call>\`.
- Shape: width ${shape.width}, ${shape.layers} layers, ${shape.heads} heads over ${shape.keyValueHeads} of keys and values, head size ${shape.headSize}, feed-forward ${shape.feedForward}, tied head.
- Fine-tuning: a learning rate of about 0.003 suits its adapters. Rates of 1e-5 and below, usual for models a thousand
  times its size, do not visibly move it.

## How it was made

${history(run)}

A run writes its state to disk and goes on where it was stopped. Two runs of one version of the program on one machine
end in the same weights; other kernels or another processor end in others, as good. The text is made as it is read and
never repeats as a whole.

![Loss of answers over tokens, last run](loss-curve.svg)
${questions.length === 0 ? "" : questionSection(questions)}
## How well it knows what it was taught

Greedy answers, right to the byte, to ${asked} held-out questions of each category of the training program. Operands (a pair
in either order), words, names, tools with their arguments and system prompts are held out: a tenth of them, by a hash, is
never in the training text; the wordings are not. *Plain* is the question alone (with its tools, or with the turn that
tells a fact); *in context* has a system prompt of 0–300 bytes, 0–3 earlier turns and now and then tools that do not
fit. Measured on the f16 weights by \`pnpm --filter @heddle/engine loom:evaluate\`.

${scoreTable(heldOut)}
`;
}

/** The run, and the runs before it, whose weights it began with. */
function history(last: RunFigures): string {
  const runs = [last];
  for (let { before } = last; before !== undefined; before = before.before) runs.unshift(before);
  const { settings } = last;
  const rows = runs.map((run, at) => runRow(run, at + 1));
  return `\`\`\`sh
pnpm --filter @heddle/engine loom                 # a first run
pnpm --filter @heddle/engine loom --from FOLDER   # a run from the weights of a folder, on text of its own
\`\`\`

runs \`loom/pretrain.ts\`. Between the runs the text was made richer where answers were bad.

| run | begins with | seed | tokens | steps | learning rate | loss at its end, nats per byte of an answer |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${rows.join("\n")}

Each run is AdamW (β ${settings.betas.join(" and ")}, weight decay ${settings.weightDecay}, gradient norm at most ${settings.clipNorm}) over batches of
${settings.batchTokens} tokens. The learning rate rises for ${settings.warmupSteps} steps and falls as a cosine. The loss counts answers fully
and everything else at ${settings.promptWeight}.`;
}

function runRow({ settings, steps, tokensSeen, lastLoss }: RunFigures, number: number): string {
  const { firstWeights, seed, learningRate } = settings;
  const begins = firstWeights
    ? `run ${number - 1}, SHA-256 \`${firstWeights.slice(0, 16)}…\``
    : "random weights";
  return `| ${number} | ${begins} | ${seed} | ${millions(tokensSeen)} million | ${steps.toLocaleString("en")} | ${learningRate} | ${lastLoss.toFixed(4)} |`;
}

function questionSection(questions: readonly CategoryScore[]): string {
  const broken = questions.reduce((sum, score) => sum + score.broken, 0);
  return `
## How well it answers

Questions by people who had seen the list of abilities above and not the training text, as one types at a new model;
the weights were there before the questions were written. \`pnpm --filter @heddle/engine loom:ask --key KEY\` asked them
of a running server, at temperature 0. Intervals are of 95 %. A *declined* answer says that it does not know or cannot. Of
all calls and schema answers that were not cut, ${broken} were not valid.

${questionTable(questions)}

What we want of it, and what this run came to:

${aimLines(questions)}
`;
}
