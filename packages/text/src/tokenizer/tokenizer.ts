import { TextError } from "../errors.ts";
import { AddedTokens, type Section } from "./added-tokens.ts";
import { BytePairEncoder } from "./byte-pair-encoder.ts";
import { buildPipeline, type Pipeline } from "./pipeline.ts";
import { checkPipeline } from "./supported-pipeline.ts";
import {
  namedToken,
  readTokenizerFile,
  type TokenizerConfigFile,
  type TokenizerFile,
} from "./tokenizer-file.ts";
import { buildVocabulary, tokenBytes, type Vocabulary } from "./vocabulary.ts";

/** What a tokenizer is made of. */
export interface TokenizerSource {
  /** The text of `tokenizer.json`. */
  readonly tokenizerJson: string;
  /** The text of `tokenizer_config.json`. */
  readonly tokenizerConfig: string;
  /** Rows of the model's embedding: the vocabulary is padded to them with ids that are no token. */
  readonly vocabularyTokens?: number;
  /** Ids that end a completion; left out: the `eos_token` of the configuration. */
  readonly endTokens?: readonly number[];
}

/** How to encode. */
export interface EncodeOptions {
  /** Adds what the tokenizer puts around a whole text, such as a first token; default false. */
  readonly addSpecialTokens?: boolean;
  /**
   * Whether the text of a special token becomes that token; default true, as a rendered template needs it.
   * With false it is plain text: for what a user wrote, encoded on its own.
   */
  readonly recognisesSpecialTokens?: boolean;
}

/**
 * A byte-level or byte-fallback BPE tokenizer. What comes before the merges is
 * done by @huggingface/tokenizers; added tokens, merges and decoding are done here, decoding over bytes. Lone surrogates are encoded as U+FFFD.
 */
export class Tokenizer {
  readonly vocabulary: Vocabulary;
  readonly config: TokenizerConfigFile;
  /** Special tokens that the configuration names, by their names there (`bos_token`, …). */
  readonly namedTokens: Readonly<Record<string, string>>;
  readonly #pipeline: Pipeline;
  readonly #encoder: BytePairEncoder;
  readonly #ids: ReadonlyMap<string, number>;
  readonly #raw: { readonly all: AddedTokens; readonly plain: AddedTokens };
  readonly #normalised: { readonly all: AddedTokens; readonly plain: AddedTokens };
  readonly #prefix: readonly number[];
  readonly #suffix: readonly number[];

  /** @throws TextError `invalid` for files that are broken, `unsupported` for what cannot be carried out */
  constructor(source: TokenizerSource) {
    const { file, config } = readTokenizerFile(source.tokenizerJson, source.tokenizerConfig);
    const writing = checkPipeline(file);
    this.config = config;
    this.#pipeline = buildPipeline(file);
    this.#ids = new Map(file.added_tokens.map((token) => [token.content, token.id]));
    this.#encoder = new BytePairEncoder(file.model, controlTokens(file));
    const { normalizer } = this.#pipeline;
    const matched = file.added_tokens.map((token) => {
      const isNormalised = (token.normalized ?? token.special !== true) && normalizer !== null;
      const text = isNormalised ? normalizer.normalize(token.content) : token.content;
      return { ...token, isNormalised, matched: text };
    });
    const splitters = (isNormalised: boolean): { all: AddedTokens; plain: AddedTokens } => {
      const tokens = matched.filter((token) => token.isNormalised === isNormalised);
      const plain = new AddedTokens(tokens.filter((token) => token.special !== true));
      return { all: new AddedTokens(tokens), plain };
    };
    this.#raw = splitters(false);
    this.#normalised = splitters(true);
    [this.#prefix, this.#suffix] = this.#surroundings();
    this.namedTokens = Object.fromEntries(
      specialNames.flatMap((name) => {
        const content = namedToken(config, name);
        return content === undefined ? [] : [[name, content]];
      }),
    );
    const end = this.namedTokens["eos_token"];
    const endTokens = source.endTokens ?? (end === undefined ? [] : [this.#requireId(end)]);
    this.vocabulary = buildVocabulary(file, writing, endTokens, source.vocabularyTokens);
  }

  /**
   * @throws TextError `invalid` where a character has no token and the tokenizer no token for the unknown
   */
  encode(text: string, options: EncodeOptions = {}): Int32Array {
    const which = (options.recognisesSpecialTokens ?? true) ? "all" : "plain";
    const ids: number[] = [];
    const sections = this.#raw[which].split(text.toWellFormed());
    sections.forEach((section, index) => {
      if (section.kind === "token") ids.push(section.id);
      else this.#encodeSection(section.text, index === 0, which, ids);
    });
    if (options.addSpecialTokens !== true) return Int32Array.from(ids);
    return Int32Array.from([...this.#prefix, ...ids, ...this.#suffix]);
  }

  /** @throws TextError `invalid` for an id that is not below the size of the vocabulary */
  decode(
    tokens: ArrayLike<number>,
    options: { readonly skipSpecialTokens?: boolean } = {},
  ): string {
    const { vocabulary } = this;
    const parts: Uint8Array[] = [];
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] ?? -1;
      if (!Number.isInteger(token) || token < 0 || token >= vocabulary.size) {
        throw new TextError(
          "invalid",
          `Token ${token} at index ${index} is not a token of this model: ids are 0 to ${vocabulary.size - 1}.`,
          { parameter: "tokens" },
        );
      }
      if (options.skipSpecialTokens === true && vocabulary.isSpecial[token] === 1) continue;
      parts.push(tokenBytes(vocabulary, token));
    }
    const text = Buffer.concat(parts).toString("utf8");
    return vocabulary.hasPrefixSpace && text.startsWith(" ") ? text.slice(1) : text;
  }

  #encodeSection(text: string, isFirst: boolean, which: "all" | "plain", ids: number[]): void {
    const { normalizer, pre_tokenizer: preTokenizer } = this.#pipeline;
    const normalised = normalizer === null ? text : normalizer.normalize(text);
    const sections: readonly Section[] = this.#normalised[which].split(normalised);
    sections.forEach((section, index) => {
      if (section.kind === "token") {
        ids.push(section.id);
        return;
      }
      // The pre-tokenizer Metaspace may put its mark before the first section of a text only.
      const position = { section_index: isFirst && index === 0 ? 0 : 1 };
      const words = preTokenizer?.pre_tokenize(section.text, position) ?? [section.text];
      for (const word of words) this.#encoder.encode(word, ids);
    });
  }

  // What the post-processor puts before and after a text, seen by giving it a text of one odd token.
  #surroundings(): [number[], number[]] {
    const text = "\u0000text";
    const processed = this.#pipeline.post_processor?.post_process([text], null, true);
    const tokens = processed?.tokens ?? [text];
    const at = tokens.indexOf(text);
    if (at < 0)
      throw new TextError("invalid", "The post-processor of tokenizer.json drops the text.");
    const idsOf = (part: string[]): number[] => part.map((token) => this.#requireId(token));
    return [idsOf(tokens.slice(0, at)), idsOf(tokens.slice(at + 1))];
  }

  #requireId(token: string): number {
    const id = this.#encoder.id(token) ?? this.#ids.get(token);
    if (id === undefined) {
      throw new TextError("invalid", `The tokenizer has no token ${JSON.stringify(token)}.`);
    }
    return id;
  }
}

// So that no plain text can merge into a control token.
function controlTokens(file: TokenizerFile): Set<string> {
  const controls = file.added_tokens.filter(
    (token) => token.special === true && token.content !== file.model.unk_token,
  );
  return new Set(controls.map((token) => token.content));
}

const specialNames = [
  "bos_token",
  "eos_token",
  "unk_token",
  "pad_token",
  "sep_token",
  "cls_token",
  "mask_token",
];
