import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { timedRun } from "../processes/measured-run.ts";
import { figure, type Table, whole } from "../report/table.ts";

/** The output of `packages/text/bench/text.ts`. */
interface TextReport {
  readonly characters: number;
  readonly encodeMs: number;
  readonly decodeMs: number;
  readonly messages: number;
  readonly renderMs: number;
  readonly masks: readonly {
    readonly name: string;
    readonly vocabularyTokens: number;
    readonly compileMs: number;
    readonly tokens: number;
    readonly medianMs: number;
    readonly worstMs: number;
  }[];
}

/** Measures tokenizer, templates and constraints. */
export async function measureText({ quick }: Bench): Promise<TextReport> {
  const program = new URL("../../packages/text/bench/text.ts", import.meta.url);
  const { output } = await timedRun([fileURLToPath(program), ...(quick ? ["--quick"] : [])]);
  return JSON.parse(output) as TextReport;
}

export function textTable(report: TextReport): Table {
  const { characters, encodeMs, decodeMs, messages, renderMs, masks } = report;
  return {
    name: "text",
    columns: ["constraint, tokens of the vocabulary", "compile, ms", "a token, ms", "worst, ms"],
    rows: masks.map(({ name, vocabularyTokens, compileMs, medianMs, worstMs }) => [
      `${name}, ${whole(vocabularyTokens)}`,
      figure(compileMs),
      figure(medianMs),
      figure(worstMs),
    ]),
    notes: [
      `Medians over 20 walks of up to 100 tokens, drawn among those allowed. With the tokenizer of the built-in model, a text of ${whole(characters)} characters is encoded in ${figure(encodeMs)} ms and decoded in ${figure(decodeMs)} ms; its template renders ${messages} messages in ${figure(renderMs)} ms.`,
    ],
  };
}
