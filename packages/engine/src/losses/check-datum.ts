import type { Datum, LossSpec } from "../datum.ts";
import { EngineError } from "../errors.ts";
import { checkLossSpec } from "./loss-options.ts";

/** What a base model allows a sequence to be. */
export interface DatumLimits {
  readonly vocabularyTokens: number;
  readonly contextTokens: number;
}

/**
 * Checks a sequence before any engine sees it: token ids in the vocabulary, at least one and at most as many as the
 * context holds, all arrays of one length, all numbers finite, and what the loss needs there. `loss` is null for
 * `forward`, which needs inputs and targets alone.
 *
 * @throws {EngineError} `invalid`, naming the array.
 */
export function checkDatum(datum: Datum, loss: LossSpec | null, base: DatumLimits): void {
  if (loss !== null) checkLossSpec(loss);
  const { inputTokens, targetTokens } = datum;
  if (inputTokens.length === 0) throw invalid("inputTokens", "inputTokens is empty");
  if (inputTokens.length > base.contextTokens) {
    throw invalid(
      "inputTokens",
      `inputTokens has ${inputTokens.length} tokens, and the context of the base model holds ${base.contextTokens}`,
    );
  }
  checkLength("targetTokens", targetTokens.length, inputTokens.length);
  checkTokens("inputTokens", inputTokens, base.vocabularyTokens);
  checkTokens("targetTokens", targetTokens, base.vocabularyTokens);
  for (const name of ["weights", "behaviourLogprobs", "advantages"] as const) {
    const values = datum[name];
    if (values === undefined) continue;
    checkLength(name, values.length, inputTokens.length);
    const place = values.findIndex((value) => !Number.isFinite(value));
    if (place >= 0)
      throw invalid(name, `${name}[${place}] is ${values[place]}, not a finite number`);
  }
  if (loss === null || loss.name === "cross_entropy") return;
  for (const name of ["behaviourLogprobs", "advantages"] as const) {
    if (datum[name] === undefined) throw invalid(name, `the loss ${loss.name} needs ${name}`);
  }
}

/** `checkDatum` for each of a batch, which must not be empty; the error says which one is wrong. */
export function checkData(data: readonly Datum[], loss: LossSpec | null, base: DatumLimits): void {
  if (data.length === 0) throw invalid("data", "data is empty; a batch has at least one sequence");
  for (const [index, datum] of data.entries()) {
    try {
      checkDatum(datum, loss, base);
    } catch (error) {
      if (!(error instanceof EngineError) || error.parameter?.startsWith("loss.")) throw error;
      throw invalid(`data[${index}].${error.parameter ?? ""}`, `data[${index}]: ${error.message}`);
    }
  }
}

function checkLength(name: string, length: number, expected: number): void {
  if (length !== expected) {
    throw invalid(name, `${name} has ${length} entries, and inputTokens has ${expected}`);
  }
}

function checkTokens(name: string, tokens: Int32Array, vocabularyTokens: number): void {
  const place = tokens.findIndex((token) => token < 0 || token >= vocabularyTokens);
  if (place >= 0) {
    throw invalid(
      name,
      `${name}[${place}] is ${tokens[place]}, and the vocabulary of the base model has ${vocabularyTokens} tokens`,
    );
  }
}

function invalid(parameter: string, message: string): EngineError {
  return new EngineError("invalid", message, { parameter });
}
