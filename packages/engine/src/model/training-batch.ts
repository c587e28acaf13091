import type { Arena } from "../compute/arena.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { EngineMemory } from "../compute/memory.ts";
import { EngineError } from "../errors.ts";
import type { AttentionPart } from "./attention-parts.ts";
import { attentionParts } from "./attention-parts.ts";
import type { ModelShape } from "./shape.ts";

/** Sequences to train on: position t of an input predicts target t. */
export interface TrainingSequences {
  /** [sequences][N] */
  readonly inputTokens: readonly Int32Array[];
  /** [sequences][N] */
  readonly targetTokens: readonly Int32Array[];
}

/** Sequences of any lengths, laid end to end without padding: a row is one position. */
export interface TrainingBatch {
  readonly rows: number;
  readonly lengths: readonly number[];
  /** int32 [rows] each */
  readonly tokens: Pointer;
  readonly targets: Pointer;
  readonly positions: Pointer;
  readonly attention: readonly AttentionPart[];
}

/**
 * Writes the batch into the arena, attention in parts of at most `maxPartFloats` probabilities. Throws `invalid` for
 * what would read outside the model's tables.
 */
export function layOutBatch(
  { inputTokens, targetTokens }: TrainingSequences,
  shape: ModelShape,
  maxPartFloats: number,
  memory: EngineMemory,
  arena: Arena,
): TrainingBatch {
  checkSequences(inputTokens, targetTokens, shape);
  const lengths = inputTokens.map((tokens) => tokens.length);
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  const tokens = arena.allocate(rows);
  const targets = arena.allocate(rows);
  const positions = arena.allocate(rows);
  const tokenRows = memory.ints(tokens, rows);
  const targetRows = memory.ints(targets, rows);
  const positionRows = memory.ints(positions, rows);
  let row = 0;
  for (const [i, length] of lengths.entries()) {
    tokenRows.set(inputTokens[i]!, row);
    targetRows.set(targetTokens[i]!, row);
    for (let t = 0; t < length; t++) positionRows[row + t] = t;
    row += length;
  }
  const attention = attentionParts(lengths, shape, maxPartFloats, memory, arena);
  return { rows, lengths, tokens, targets, positions, attention };
}

function checkSequences(
  inputs: readonly Int32Array[],
  targets: readonly Int32Array[],
  shape: ModelShape,
): void {
  if (inputs.length === 0) throw new EngineError("invalid", "There is no sequence to train on.");
  if (inputs.length !== targets.length) {
    throw new EngineError(
      "invalid",
      `There are ${inputs.length} sequences of inputs and ${targets.length} of targets; each input needs its targets.`,
    );
  }
  for (const [i, input] of inputs.entries()) {
    const target = targets[i]!;
    if (input.length === 0) throw new EngineError("invalid", `Sequence ${i} is empty.`);
    if (input.length !== target.length) {
      throw new EngineError(
        "invalid",
        `Sequence ${i} has ${input.length} inputs and ${target.length} targets; each position needs one of both.`,
      );
    }
    if (input.length > shape.contextTokens) {
      throw new EngineError(
        "invalid",
        `Sequence ${i} has ${input.length} tokens; the model's context is ${shape.contextTokens}.`,
      );
    }
    for (const tokens of [input, target]) checkTokens(tokens, i, shape.vocabulary);
  }
}

function checkTokens(tokens: Int32Array, sequence: number, vocabulary: number): void {
  for (const [position, token] of tokens.entries()) {
    if (token >= 0 && token < vocabulary) continue;
    throw new EngineError(
      "invalid",
      `Token ${token} at position ${position} of sequence ${sequence} is outside the vocabulary of ${vocabulary}.`,
    );
  }
}
