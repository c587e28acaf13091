/** Streams that begin with a token each and go on by so many, always the likeliest. */
export interface DecodingJob {
  readonly streams: number;
  readonly tokens: number;
}

/** One way to decode with the weights of one model. */
export interface Decoding {
  decode(job: DecodingJob): void | Promise<void>;
  /** A prompt of so many tokens, none of them seen before, up to the logits after it. */
  prefill(tokens: number): void | Promise<void>;
  close(): Promise<void>;
}

/** Rows of one step of a prompt, for all alike. */
export const promptRows = 256;

/** The token that a stream begins with. */
export function firstToken(stream: number): number {
  return (stream * 3 + 1) % 256;
}

/** The token at a place of a prompt. */
export function promptToken(position: number): number {
  return (position * 7 + 1) % 256;
}

export function likeliest(logits: Float32Array): number {
  let token = 0;
  for (let i = 1; i < logits.length; i += 1) if (logits[i]! > logits[token]!) token = i;
  return token;
}
