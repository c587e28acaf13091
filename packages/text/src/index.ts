export type { Constraint, StructuralTag } from "./constraints/constraint.ts";
export { GrammarHost, type Matcher } from "./constraints/grammar-host.ts";
export * from "./errors.ts";
export type { TemplateSurroundings, TemplateVariables } from "./template/chat-template.ts";
export { TemplateSet } from "./template/template-set.ts";
export { Tokenizer, type EncodeOptions, type TokenizerSource } from "./tokenizer/tokenizer.ts";
export { TextStream } from "./tokenizer/text-stream.ts";
export { tokenBytes, type Vocabulary } from "./tokenizer/vocabulary.ts";
