import { TextError } from "../errors.ts";
import type { PipelineStep, TokenizerFile } from "./tokenizer-file.ts";

/** How the tokens of a BPE write bytes. */
export type TokenWriting =
  /** Each byte is a character of the byte alphabet (GPT-2, Llama 3, Qwen). */
  | { readonly kind: "byte-level" }
  /** Text with a mark for the space, and `<0x..>` for bytes of characters outside the vocabulary (Llama 2, Mistral). */
  | {
      readonly kind: "byte-fallback";
      readonly spaceMark: string;
      readonly stripsPrefixSpace: boolean;
    };

/**
 * How a tokenizer's tokens write bytes, if every step of its pipeline is one that is carried out faithfully.
 * Steps that the tokenizer library accepts and treats as something else are refused here too.
 *
 * @throws TextError `unsupported`, naming the step
 */
export function checkPipeline(file: TokenizerFile): TokenWriting {
  for (const step of stepsOf(file.normalizer, "normalizers")) checkNormalizer(step);
  for (const step of stepsOf(file.pre_tokenizer, "pretokenizers")) checkPreTokenizer(step, file);
  for (const step of stepsOf(file.post_processor, "processors")) {
    if (!postProcessors.has(step.type)) throw unsupported("post-processor", step.type);
  }
  for (const option of ["continuing_subword_prefix", "end_of_word_suffix"]) {
    if (file.model[option]) throw unsupported("model option", option);
  }
  if (file.model["dropout"]) throw unsupported("model option", "dropout");
  return writingOf(stepsOf(file.decoder, "decoders"));
}

const normalizers = new Set(
  "NFC NFD NFKC NFKD Replace Prepend Strip StripAccents Lowercase".split(" "),
);
const postProcessors = new Set(
  "ByteLevel TemplateProcessing BertProcessing RobertaProcessing".split(" "),
);

function checkNormalizer(step: PipelineStep): void {
  if (!normalizers.has(step.type)) throw unsupported("normalizer", step.type);
}

function checkPreTokenizer(step: PipelineStep, file: TokenizerFile): void {
  switch (step.type) {
    case "ByteLevel":
    case "Digits":
      return;
    case "Split":
      // The library carries out these two behaviours and takes any other for Isolated.
      if (step["behavior"] === "Isolated" || step["behavior"] === "Removed") return;
      throw unsupported("behaviour of a Split", JSON.stringify(step["behavior"] ?? null));
    case "Punctuation":
      // The library keeps runs of punctuation together, whatever is asked.
      if (step["behavior"] === "Contiguous") return;
      throw unsupported(
        "behaviour of a Punctuation",
        JSON.stringify(step["behavior"] ?? "Isolated"),
      );
    case "Metaspace":
      if (step["split"] !== false) refuseMergesAcrossWords(step, file);
      return;
    default:
      throw unsupported("pre-tokenizer", step.type);
  }
}

// The library does not split at the mark. Without merges across a mark the result is the same.
function refuseMergesAcrossWords(step: PipelineStep, file: TokenizerFile): void {
  const mark = typeof step["replacement"] === "string" ? step["replacement"] : "▁";
  for (const merge of file.model.merges) {
    const [left, right] = typeof merge === "string" ? merge.split(" ", 2) : merge;
    if ((right ?? "").includes(mark) || (left ?? "").slice(1).includes(mark)) {
      throw unsupported("pre-tokenizer", "Metaspace with split and merges across words");
    }
  }
}

function writingOf(decoders: readonly PipelineStep[]): TokenWriting {
  const types = decoders.map((step) => step.type);
  if (types.length === 1 && types[0] === "ByteLevel") return { kind: "byte-level" };
  let spaceMark = "▁";
  let stripsPrefixSpace = false;
  for (const step of decoders) {
    if (step.type === "Metaspace") {
      if (typeof step["replacement"] === "string") spaceMark = step["replacement"];
      stripsPrefixSpace = step["prepend_scheme"] !== "never";
    } else if (step.type === "Replace") {
      const pattern = step["pattern"] as { readonly String?: unknown } | undefined;
      if (typeof pattern?.String !== "string" || step["content"] !== " ") {
        throw unsupported("decoder", "Replace of anything but a mark by a space");
      }
      spaceMark = pattern.String;
    } else if (step.type === "Strip") {
      if (step["content"] !== " " || step["start"] !== 1 || (step["stop"] ?? 0) !== 0) {
        throw unsupported("decoder", "Strip of anything but one leading space");
      }
      stripsPrefixSpace = true;
    } else if (step.type !== "ByteFallback" && step.type !== "Fuse") {
      throw unsupported("decoder", types.join(" + "));
    }
  }
  if (decoders.length === 0) throw unsupported("decoder", "none");
  return { kind: "byte-fallback", spaceMark, stripsPrefixSpace };
}

function stepsOf(step: PipelineStep | null, members: string): readonly PipelineStep[] {
  if (step === null) return [];
  if (step.type !== "Sequence") return [step];
  const list = (step[members] ?? []) as readonly PipelineStep[];
  return list.flatMap((inner) => stepsOf(inner, members));
}

function unsupported(what: string, name: string): TextError {
  return new TextError(
    "unsupported",
    `The tokenizer's ${what} ${name} is not supported. Use a model with a byte-level or byte-fallback BPE tokenizer.`,
  );
}
