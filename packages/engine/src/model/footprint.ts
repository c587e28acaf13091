import type { ModelShape } from "./shape.ts";
import { weightShapes } from "./weight-shapes.ts";

/** What a model takes of an engine's memory. */
export interface ModelFootprint {
  readonly parameters: number;
  /** Weights in F32, whatever they are on disk, and rotary tables. */
  readonly modelBytes: number;
  /** Keys and values of one token of a conversation. */
  readonly bytesPerToken: number;
  /** The least memory in which an engine serves this model alone, with prompts of a few hundred tokens. */
  readonly leastBytes: number;
}

/** Of what the weights leave, the cache has half: in less than this a request and its scratch find no room. */
const leastRoomBytes = 64 * 1024 * 1024;

/** What a model of this shape takes. */
export function modelFootprint(shape: ModelShape): ModelFootprint {
  let parameters = 0;
  for (const size of weightShapes(shape).values()) {
    parameters += size.reduce((product, length) => product * length, 1);
  }
  const modelBytes = parameters * 4 + shape.contextTokens * shape.headSize * 4;
  const bytesPerToken = 2 * shape.keyValueHeads * shape.headSize * 4 * shape.layers;
  return { parameters, modelBytes, bytesPerToken, leastBytes: modelBytes + leastRoomBytes };
}
