import type { TextWorker } from "../text/text-worker.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import type { BaseCatalogue } from "./base-catalogue.ts";

/** Encodes, decodes and renders for one base model, as `TextWorker` does; loads the tokenizer when first asked. */
export class BaseText {
  readonly baseModel: string;
  readonly #worker: TextWorker;
  readonly #catalogue: BaseCatalogue;

  constructor(baseModel: string, worker: TextWorker, catalogue: BaseCatalogue) {
    this.baseModel = baseModel;
    this.#worker = worker;
    this.#catalogue = catalogue;
  }

  /** What each token is in bytes. */
  vocabulary(): Promise<Vocabulary> {
    return this.#catalogue.vocabulary(this.baseModel);
  }

  /** Text → tokens. Throws `invalid` for text that is too long. */
  async encode(text: string, options?: Parameters<TextWorker["encode"]>[2]): Promise<Int32Array> {
    await this.vocabulary();
    return this.#worker.encode(this.baseModel, text, options);
  }

  /** Tokens → text. */
  async decode(tokens: Int32Array, options?: Parameters<TextWorker["decode"]>[2]): Promise<string> {
    await this.vocabulary();
    return this.#worker.decode(this.baseModel, tokens, options);
  }

  /** Messages and tools → the text of a prompt, by the model's chat template. */
  async render(
    variables: Parameters<TextWorker["render"]>[1],
    options?: Parameters<TextWorker["render"]>[2],
  ): Promise<string> {
    await this.vocabulary();
    return this.#worker.render(this.baseModel, variables, options);
  }
}
