/**
 * Learns the vocabulary from training text and writes `tokenizer.json` into the model's folder. It is part of what
 * decides the weights: a new one needs a new run.
 *
 * `node loom/make-vocabulary.ts [--out file] [--tokens n] [--conversations n]`
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { turnsOf } from "./chat-tokens.ts";
import { trainingConversation } from "./curriculum.ts";
import { Random } from "./text/random.ts";
import { chatMerges, countWords } from "./vocabulary/chat-vocabulary.ts";
import { tokenizerFile, unmergedTokens } from "./vocabulary/tokenizer-file.ts";

const { values: options } = parseArgs({
  options: {
    out: {
      type: "string",
      default: fileURLToPath(new URL("../models/loom/tokenizer.json", import.meta.url)),
    },
    tokens: { type: "string", default: "1024" },
    conversations: { type: "string", default: "30000" },
  },
});

function* texts(): Generator<string> {
  const random = new Random(17);
  const count = Number(options.conversations);
  for (let index = 0; index < count; index += 1) {
    const { messages, tools } = trainingConversation(random, 0.5 + index / count / 2);
    for (const { text } of turnsOf(messages, tools)) yield text;
  }
}

const wanted = Number(options.tokens) - unmergedTokens;
const merges = wanted > 0 ? chatMerges(countWords(texts()), wanted) : [];
writeFileSync(options.out, tokenizerFile(merges));
process.stdout.write(`${unmergedTokens + merges.length} tokens in ${options.out}\n`);
