import type { GrammarHost } from "../constraints/grammar-host.ts";
import { TextError } from "../errors.ts";
import type { Constraint } from "../constraints/constraint.ts";
import type { TemplateSurroundings, TemplateVariables } from "../template/chat-template.ts";
import { ParsedTemplates } from "../template/parsed-templates.ts";
import { TemplateSet } from "../template/template-set.ts";
import { Tokenizer } from "../tokenizer/tokenizer.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import type { TextFiles } from "./protocol.ts";

interface TextModel {
  readonly tokenizer: Tokenizer;
  readonly templates: TemplateSet;
  readonly tightensSchemas: boolean;
  grammars: GrammarHost | null;
}

/** Tokenizers, templates and grammars of all models, inside the worker. */
export class TextModels {
  readonly #models = new Map<string, TextModel>();
  readonly #templates = new ParsedTemplates();

  /** Throws as the tokenizer does. */
  load(modelId: string, files: TextFiles): Vocabulary {
    const tokenizer = new Tokenizer(files);
    this.unload(modelId);
    const templates = new TemplateSet(files.chatTemplate, tokenizer.config, this.#templates);
    const { tightensSchemas = false } = files;
    this.#models.set(modelId, { tokenizer, templates, tightensSchemas, grammars: null });
    return tokenizer.vocabulary;
  }

  /** @throws TextError `not_found` for a model that was not loaded */
  tokenizer(modelId: string): Tokenizer {
    return this.#get(modelId).tokenizer;
  }

  /** @throws TextError as the template does; `not_found` for a model that was not loaded */
  render(
    modelId: string,
    variables: TemplateVariables,
    limits: Pick<TemplateSurroundings, "maxLength" | "now">,
  ): string {
    const { templates, tokenizer } = this.#get(modelId);
    return templates.render(variables, {
      ...limits,
      modelId,
      namedTokens: tokenizer.namedTokens,
    });
  }

  /** The grammars over a model's vocabulary, whose tokens are put in order when the first is asked for. */
  async grammars(modelId: string): Promise<GrammarHost> {
    const model = this.#get(modelId);
    if (model.grammars === null) {
      const { GrammarHost } = await import("../constraints/grammar-host.ts");
      model.grammars = new GrammarHost(model.tokenizer.vocabulary);
    }
    return model.grammars;
  }

  /** A constraint as it is put on a model. Throws as `tightenConstraint` does. */
  async constraint(modelId: string, asked: Constraint): Promise<Constraint> {
    if (!this.#get(modelId).tightensSchemas) return asked;
    const { tightenConstraint } = await import("../constraints/tighten-constraint.ts");
    return tightenConstraint(asked);
  }

  unload(modelId: string): void {
    this.#models.delete(modelId);
  }

  #get(modelId: string): TextModel {
    const model = this.#models.get(modelId);
    if (model !== undefined) return model;
    throw new TextError("not_found", `The tokenizer of the model ${modelId} is not loaded.`);
  }
}
