/**
 * `node packages/text/bench/text.ts [--quick]`: how fast texts are tokenised, rendered and constrained. Prints JSON;
 * `npm run bench -- text` makes a table of it.
 *
 * It stands in its package because it imports sources and test vocabularies that the package does not export.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { GrammarHost } from "../src/constraints/grammar-host.ts";
import { pieceVocabulary } from "../src/constraints/testing/vocabularies.ts";
import { TemplateSet } from "../src/template/template-set.ts";
import { Tokenizer } from "../src/tokenizer/tokenizer.ts";
import { constraints } from "./constraints.ts";
import { maskTimes, type MaskTimes } from "./mask-times.ts";
import { quantile, timesOf } from "./times.ts";

/** What this program prints. Times are medians. */
export interface TextReport {
  readonly characters: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
  readonly messages: number;
  readonly renderMs: number;
  readonly masks: readonly MaskTimes[];
}

const { values: flags } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const [rounds, walks] = flags.quick ? [5, 2] : [51, 20];

// The files of the built-in model, which are in every clone.
const model = new URL("../../engine/models/loom/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, model), "utf8");
const tokenizer = new Tokenizer({
  tokenizerJson: read("tokenizer.json"),
  tokenizerConfig: read("tokenizer_config.json"),
});
const templates = new TemplateSet(read("chat_template.jinja"), tokenizer.config);

const sentence = "The weaver asked for 12 yards of blue wool, and paid; “merci”, said 織. ";
const text = sentence.repeat(1500);
const tokens = tokenizer.encode(text);
const messages = Array.from({ length: 20 }, (_, turn) => ({
  role: turn % 2 === 0 ? "user" : "assistant",
  content: sentence,
}));
const surroundings = {
  modelId: "loom",
  namedTokens: tokenizer.namedTokens,
  maxLength: 1_000_000,
  now: new Date(0),
};

const masks: MaskTimes[] = [];
for (const size of [49_152, 151_936]) {
  const vocabulary = pieceVocabulary(size);
  const host = new GrammarHost(vocabulary);
  for (const [name, constraint] of constraints) {
    masks.push(maskTimes(host, vocabulary, { name, constraint, walks }));
  }
}

const report: TextReport = {
  characters: text.length,
  encodeMs: median(() => tokenizer.encode(text)),
  decodeMs: median(() => tokenizer.decode(tokens)),
  messages: messages.length,
  renderMs: median(() => templates.render({ messages, addGenerationPrompt: true }, surroundings)),
  masks,
};
console.log(JSON.stringify(report));

function median(work: () => unknown): number {
  return quantile(timesOf(work, rounds), 0.5);
}
