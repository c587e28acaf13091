import { templateVariablesForm, tokensForm } from "../forms/engine-forms.ts";
import { textForm } from "../forms/form.ts";
import type { PromptText, TemplateVariables, Vocabulary } from "@heddle/text";
import type { TextWorker } from "@heddle/text/worker";
import { asEngineError } from "../errors.ts";
import type { BaseCatalogue } from "./base-catalogue.ts";
import type { BaseText, TextOptions } from "./base-text.ts";

/** The text of a base model of the catalogue, as the text worker has it. */
export class CatalogueText implements BaseText {
  readonly baseModel: string;
  readonly #worker: TextWorker;
  readonly #catalogue: BaseCatalogue;

  constructor(baseModel: string, worker: TextWorker, catalogue: BaseCatalogue) {
    this.baseModel = baseModel;
    this.#worker = worker;
    this.#catalogue = catalogue;
  }

  vocabulary(): Promise<Vocabulary> {
    return this.#catalogue.vocabulary(this.baseModel);
  }

  async encode(text: string, options?: Parameters<BaseText["encode"]>[1]): Promise<Int32Array> {
    textForm(text, "text");
    await this.vocabulary();
    return this.#worker.encode(this.baseModel, text, options).catch(rethrow);
  }

  async decode(
    tokens: ArrayLike<number>,
    options?: Parameters<BaseText["decode"]>[1],
  ): Promise<string> {
    tokensForm(tokens, "tokens");
    await this.vocabulary();
    return this.#worker.decode(this.baseModel, Int32Array.from(tokens), options).catch(rethrow);
  }

  async render(
    variables: TemplateVariables,
    options?: Parameters<BaseText["render"]>[1],
  ): Promise<string> {
    templateVariablesForm(variables, "variables");
    await this.vocabulary();
    return this.#worker.render(this.baseModel, variables, options).catch(rethrow);
  }

  async prompt(
    variables: TemplateVariables,
    options?: Parameters<BaseText["prompt"]>[1],
  ): Promise<PromptText> {
    templateVariablesForm(variables, "variables");
    const addGenerationPrompt = variables.continueFinalMessage !== true;
    await this.vocabulary();
    const asked = { addGenerationPrompt, ...variables };
    return this.#worker.prompt(this.baseModel, asked, options).catch(rethrow);
  }

  async encodePrompt(variables: TemplateVariables, options?: TextOptions): Promise<Int32Array> {
    return (await this.prompt(variables, options)).tokens;
  }
}

// The worker knows no engine and fails with errors of its own.
function rethrow(error: unknown): never {
  throw asEngineError(error);
}
