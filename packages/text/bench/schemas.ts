/**
 * `node packages/text/bench/schemas.ts FOLDER [--ranks FILE --size N] [--rounds N]`: how long masks take over a folder of JSON schemas. With
 * a file of ranks as tiktoken has them the vocabulary is its first N tokens; without, one that the tests make.
 *
 * Each schema is walked in several rounds, its grammar compiled anew in each. An interruption by the machine hits a token in one round and not in
 * another, so the least of the rounds is what the token takes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TextError } from "../src/errors.ts";
import { GrammarHost } from "../src/constraints/grammar-host.ts";
import { textVocabulary } from "../src/constraints/testing/text-vocabulary.ts";
import { rankVocabulary } from "./rank-vocabulary.ts";
import { marksOf, schemaWalk } from "./schema-walk.ts";
import { quantile } from "./times.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ranks: { type: "string" },
    size: { type: "string", default: "49152" },
    rounds: { type: "string", default: "3" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Give a folder of JSON schemas.");
const size = Number(values.size);
const vocabulary =
  values.ranks === undefined ? textVocabulary(size) : rankVocabulary(values.ranks, size);
const marks = marksOf(vocabulary);

const least = new Map<string, { ms: number; text: string }>();
const compiled = new Map<string, number>();
const refused = new Map<string, number>();
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
for (let round = 0; round < Number(values.rounds); round++) {
  const host = new GrammarHost(vocabulary);
  for (const file of files) {
    const schema = parsed(readFileSync(join(folder, file), "utf8"));
    if (schema === undefined || refused.has(file)) continue;
    try {
      const walk = schemaWalk(host, vocabulary, { kind: "json", schema }, marks);
      compiled.set(file, Math.min(compiled.get(file) ?? Infinity, walk.compileMs));
      for (const [step, ms] of walk.tokenMs.entries()) {
        const key = `${file}, token ${step}`;
        const known = least.get(key);
        if (known === undefined || known.ms > ms)
          least.set(key, { ms, text: walk.text.slice(0, 300) });
      }
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      refused.set(file, 1);
    }
  }
}

const tokenMs = Array.from(least.values(), ({ ms }) => ms);
const compileMs = [...compiled.values()];
const shown = (list: readonly number[], share: number): string => quantile(list, share).toFixed(3);
console.log(
  `${vocabulary.size} tokens; ${compiled.size} schemas compiled, ${refused.size} refused; ${tokenMs.length} masks`,
);
console.log(
  `a token, ms: median ${shown(tokenMs, 0.5)}, 90 % ${shown(tokenMs, 0.9)}, 99 % ${shown(tokenMs, 0.99)}, 99.9 % ${shown(tokenMs, 0.999)}, worst ${shown(tokenMs, 1)}; above 2 ms: ${tokenMs.filter((ms) => ms > 2).length}`,
);
console.log(
  `to compile, ms: median ${shown(compileMs, 0.5)}, 90 % ${shown(compileMs, 0.9)}, worst ${shown(compileMs, 1)}`,
);
for (const [key, { ms }] of [...least].sort(([, a], [, b]) => b.ms - a.ms).slice(0, 8)) {
  console.log(`${ms.toFixed(2)} ms: ${key}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some collections hold files that are not JSON: comments, or a mark of byte order.
    return undefined;
  }
}
