import {
  closedRecordOf,
  flagForm,
  type Form,
  float32ArrayForm,
  int32ArrayForm,
  isNo,
  listOf,
  numberForm,
  numberMapForm,
  objectForm,
  oneOf,
  optional,
  recordOf,
  textForm,
} from "./form.ts";

const signalForm: Form = (value, path) => {
  const isSignal =
    typeof value === "object" &&
    value !== null &&
    "aborted" in value &&
    "addEventListener" in value &&
    typeof value.addEventListener === "function";
  if (!isSignal) throw isNo(value, path, "an AbortSignal");
};

/** `CallOptions` */
export const callOptionsForm: Form = optional(
  recordOf({ signal: optional(signalForm), deadlineMs: optional(numberForm) }),
);

/** `ModelHandle` */
export const handleForm: Form = recordOf({
  modelKey: textForm,
  baseModel: textForm,
  instance: textForm,
  generation: numberForm,
  step: numberForm,
});

/** `CheckpointRef` */
export const checkpointForm: Form = recordOf({
  kind: oneOf("checkpoint"),
  modelKey: textForm,
  name: textForm,
});

/** `SamplerRef` */
export const samplerForm: Form = recordOf({
  kind: oneOf("sampler"),
  modelKey: textForm,
  version: textForm,
});

const bytesForm: Form = (value, path) => {
  if (!(value instanceof Uint8Array)) throw isNo(value, path, "a Uint8Array");
};

/** `AdapterImport` */
export const adapterImportForm: Form = closedRecordOf({
  modelKey: textForm,
  version: textForm,
  baseModel: textForm,
  files: listOf(recordOf({ name: textForm, bytes: bytesForm })),
});

const baseTargetForm = recordOf({ kind: oneOf("base"), baseModel: textForm });

/** `SamplingTarget` */
export const targetForm: Form = (value, path) => {
  recordOf({ kind: oneOf("base", "sampler") })(value, path);
  const { kind } = value as { kind: string };
  (kind === "base" ? baseTargetForm : samplerForm)(value, path);
};

const resumeForm: Form = (value, path) => {
  objectForm(value, path);
  const { from } = value as { from?: unknown };
  if (from === "last-step") return;
  recordOf({ from: checkpointForm, withOptimizer: flagForm })(value, path);
};

/** `OpenModel` */
export const openModelForm: Form = closedRecordOf({
  modelKey: textForm,
  baseModel: textForm,
  lora: closedRecordOf({
    rank: numberForm,
    alpha: optional(numberForm),
    seed: optional(numberForm),
    targets: optional(textForm),
  }),
  resume: optional(resumeForm),
});

/** `Datum[]` */
export const dataForm: Form = listOf(
  closedRecordOf({
    inputTokens: int32ArrayForm,
    targetTokens: int32ArrayForm,
    weights: optional(float32ArrayForm),
    behaviourLogprobs: optional(float32ArrayForm),
    advantages: optional(float32ArrayForm),
  }),
);

/** `LossSpec`: a name and numbers; which ones a loss has is checked with their values. */
export const lossForm: Form = (value, path) => {
  recordOf({ name: textForm })(value, path);
  const { name: _, ...numbers } = value as Record<string, unknown>;
  for (const [name, number] of Object.entries(numbers)) numberForm(number, `${path}.${name}`);
};

const betasForm: Form = (value, path) => {
  listOf(numberForm)(value, path);
  if ((value as unknown[]).length !== 2) throw isNo(value, path, "two numbers");
};

/** `AdamParameters` */
export const adamForm: Form = closedRecordOf({
  learningRate: numberForm,
  betas: optional(betasForm),
  epsilon: optional(numberForm),
  weightDecay: optional(numberForm),
  clipNorm: optional(numberForm),
});

const seedForm: Form = (value, path) => {
  if (typeof value !== "bigint") numberForm(value, path);
};

const taggedForm = closedRecordOf({
  structures: listOf(closedRecordOf({ begin: textForm, schema: () => {}, end: textForm })),
  triggers: listOf(textForm),
});

const structuralTagForm: Form = (value, path) => {
  objectForm(value, path);
  const hasFormat = (value as { format?: unknown }).format !== undefined;
  (hasFormat ? closedRecordOf({ format: objectForm }) : taggedForm)(value, path);
};

const constraintForms: Readonly<Record<string, Form>> = {
  json: closedRecordOf({
    kind: textForm,
    schema: () => {},
    anyWhitespace: optional(flagForm),
    additionalProperties: optional(flagForm),
  }),
  regex: closedRecordOf({ kind: textForm, pattern: textForm }),
  choice: closedRecordOf({ kind: textForm, choices: listOf(textForm) }),
  grammar: closedRecordOf({ kind: textForm, grammar: textForm }),
  structural_tag: closedRecordOf({ kind: textForm, tag: structuralTagForm }),
};

const constraintForm: Form = (value, path) => {
  recordOf({ kind: textForm })(value, path);
  const { kind } = value as { kind: string };
  // One that no engine knows is refused with those that this one does not support.
  if (Object.hasOwn(constraintForms, kind)) constraintForms[kind]?.(value, path);
};

/** `SampleRequest` */
export const sampleRequestForm: Form = closedRecordOf({
  prompt: int32ArrayForm,
  maxTokens: numberForm,
  n: optional(numberForm),
  seed: optional(seedForm),
  temperature: optional(numberForm),
  topP: optional(numberForm),
  topK: optional(numberForm),
  minP: optional(numberForm),
  repetitionPenalty: optional(numberForm),
  frequencyPenalty: optional(numberForm),
  presencePenalty: optional(numberForm),
  logitBias: optional(numberMapForm),
  allowedTokens: optional(listOf(numberForm)),
  badWords: optional(listOf(listOf(numberForm))),
  excludedTexts: optional(listOf(textForm)),
  minTokens: optional(numberForm),
  ignoreEnd: optional(flagForm),
  stopTokens: optional(listOf(numberForm)),
  stopStrings: optional(listOf(textForm)),
  beamSearch: optional(closedRecordOf({ width: numberForm, lengthPenalty: numberForm })),
  constraint: optional(constraintForm),
  wholeCharacters: optional(flagForm),
  topLogprobs: optional(numberForm),
  promptLogprobs: optional(numberForm),
  priority: optional(numberForm),
  cacheSalt: optional(textForm),
});

/** `TemplateVariables`, as far as a template does not check them itself. */
export const templateVariablesForm: Form = recordOf({ messages: listOf(objectForm) });

/** Tokens in any array of whole numbers. */
export const tokensForm: Form = (value, path) => {
  const isTyped = ArrayBuffer.isView(value) && !(value instanceof DataView);
  if (!isTyped && !Array.isArray(value)) throw isNo(value, path, "an array of tokens");
  const tokens = value as ArrayLike<unknown>;
  for (let index = 0; index < tokens.length; index += 1) {
    if (!Number.isInteger(tokens[index])) throw isNo(tokens[index], `${path}[${index}]`, "a token");
  }
};
