import { TextError } from "../errors.ts";

/** A token that is matched as a whole in text, before anything else. */
export interface AddedTokenEntry {
  readonly id: number;
  readonly content: string;
  /** Matches only where no letter, digit or underscore stands beside it. */
  readonly single_word?: boolean;
  /** Takes the white space before it along. */
  readonly lstrip?: boolean;
  readonly rstrip?: boolean;
  /** Matched in the normalised text; left out: so unless it is special. */
  readonly normalized?: boolean;
  /** A control token, which is no text. */
  readonly special?: boolean;
}

/** A step of the pipeline as `tokenizer.json` writes it; further members depend on the type. */
export interface PipelineStep {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The part of `tokenizer.json` that is used here. */
export interface TokenizerFile {
  readonly added_tokens: readonly AddedTokenEntry[];
  readonly normalizer: PipelineStep | null;
  readonly pre_tokenizer: PipelineStep | null;
  readonly post_processor: PipelineStep | null;
  readonly decoder: PipelineStep | null;
  readonly model: PipelineStep & {
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly (string | readonly [string, string])[];
    readonly unk_token?: string | null;
    readonly byte_fallback?: boolean;
  };
}

/** The part of `tokenizer_config.json` that is used here. */
export interface TokenizerConfigFile {
  readonly added_tokens_decoder?: Readonly<Record<string, Omit<AddedTokenEntry, "id">>>;
  readonly chat_template?: string | readonly { readonly name: string; readonly template: string }[];
  readonly [member: string]: unknown;
}

/**
 * Parses a `tokenizer.json` and its configuration, and adds the tokens that only the configuration names.
 *
 * @throws TextError `invalid` for text that is no such file
 */
export function readTokenizerFile(
  tokenizerJson: string,
  tokenizerConfig: string,
): { file: TokenizerFile; config: TokenizerConfigFile } {
  const parsed = parseObject(tokenizerJson, "tokenizer.json");
  const config: TokenizerConfigFile = parseObject(tokenizerConfig, "tokenizer_config.json");
  const model = parsed["model"];
  if (!isObject(model)) throw invalid('tokenizer.json has no "model".');
  const added = parsed["added_tokens"] ?? [];
  if (!Array.isArray(added) || !added.every(isAddedToken)) {
    throw invalid('"added_tokens" of tokenizer.json is not a list of tokens with id and content.');
  }
  const file: TokenizerFile = {
    added_tokens: withConfigured(added, config),
    normalizer: stepOf(parsed, "normalizer"),
    pre_tokenizer: stepOf(parsed, "pre_tokenizer"),
    post_processor: stepOf(parsed, "post_processor"),
    decoder: stepOf(parsed, "decoder"),
    model: modelOf(model),
  };
  return { file, config };
}

/** The text of a special token that the configuration names, such as `bos_token`. */
export function namedToken(config: TokenizerConfigFile, name: string): string | undefined {
  const value = config[name];
  if (typeof value === "string") return value;
  if (isObject(value) && typeof value["content"] === "string") return value["content"];
  return undefined;
}

// Files of before 2021 have no model type: merges tell a BPE.
function modelOf(model: Record<string, unknown>): TokenizerFile["model"] {
  const type = model["type"] ?? (Array.isArray(model["merges"]) ? "BPE" : "of no type");
  if (type !== "BPE") {
    throw new TextError(
      "unsupported",
      `The tokenizer's model is ${JSON.stringify(type)}; only BPE is supported. Use a model whose tokenizer is a byte-level or byte-fallback BPE.`,
    );
  }
  if (!isObject(model["vocab"]) || !Array.isArray(model["merges"])) {
    throw invalid('The model of tokenizer.json lacks "vocab" or "merges".');
  }
  for (const [token, id] of Object.entries(model["vocab"])) {
    if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id >= maxVocabulary) {
      throw invalid(`The id of the token ${JSON.stringify(token)} in tokenizer.json is not an id.`);
    }
  }
  return { ...model, type: "BPE" } as TokenizerFile["model"];
}

// As large as any in use, times four; a single stray id must not make an array of gigabytes.
const maxVocabulary = 1 << 20;

function withConfigured(
  added: readonly AddedTokenEntry[],
  config: TokenizerConfigFile,
): AddedTokenEntry[] {
  const known = new Set(added.map((token) => token.id));
  const more = Object.entries(config.added_tokens_decoder ?? {})
    .map(([id, token]) => ({ ...token, id: Number(id) }))
    .filter((token) => isAddedToken(token) && !known.has(token.id));
  return [...added, ...more];
}

function isAddedToken(value: unknown): value is AddedTokenEntry {
  if (!isObject(value)) return false;
  const { id, content } = value;
  return (
    typeof id === "number" &&
    Number.isInteger(id) &&
    id >= 0 &&
    id < maxVocabulary &&
    typeof content === "string" &&
    content !== ""
  );
}

function stepOf(file: Record<string, unknown>, name: string): PipelineStep | null {
  const step = file[name] ?? null;
  if (step === null) return null;
  if (isObject(step) && typeof step["type"] === "string") return step as PipelineStep;
  throw invalid(`"${name}" of tokenizer.json has no type.`);
}

function parseObject(text: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TextError("invalid", `${name} is not JSON: ${String(cause)}`, { cause });
  }
  if (!isObject(value)) throw invalid(`${name} is not a JSON object.`);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(message: string): TextError {
  return new TextError("invalid", message);
}
