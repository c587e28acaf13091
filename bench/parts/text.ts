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
    readonly firstMs: number;
    readonly laterMs: number;
    readonly mostMs: number;
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
    columns: [
      "constraint, tokens of the vocabulary",
      "compile, ms",
      "first walk, ms",
      "later walks, ms",
      "99 of 100, ms",
      "worst, ms",
    ],
    rows: masks.map(({ name, vocabularyTokens, compileMs, firstMs, laterMs, mostMs, worstMs }) => [
      `${name}, ${whole(vocabularyTokens)}`,
      figure(compileMs),
      figure(firstMs),
      figure(laterMs),
      figure(mostMs),
      figure(worstMs),
    ]),
    notes: [
      `A step of 20 walks of up to 100 tokens, drawn among those allowed: medians, and what all but the slowest hundredth stay under. The worst counts interruptions by the machine. With the tokenizer of the built-in model, a text of ${whole(characters)} characters is encoded in ${figure(encodeMs)} ms and decoded in ${figure(decodeMs)} ms; its template renders ${messages} messages in ${figure(renderMs)} ms.`,
    ],
  };
}
