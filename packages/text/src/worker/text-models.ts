import type { GrammarHost } from "../constraints/grammar-host.ts";
import { TextError } from "../errors.ts";
import type { Constraint } from "../constraints/constraint.ts";
import { ParsedTemplates } from "../template/parsed-templates.ts";
import { TemplateSet } from "../template/template-set.ts";
import { Tokenizer } from "../tokenizer/tokenizer.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import type { TaskResult, TextFiles, TextTask } from "./protocol.ts";

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

  /** @throws TextError as the tokenizer and the template do; `not_found` for a model that was not loaded */
  run(modelId: string, task: TextTask): TaskResult {
    switch (task.name) {
      case "load":
        return this.#load(modelId, task.files);
      case "encode":
        return this.#get(modelId).tokenizer.encode(task.text, task.options);
      case "decode":
        return this.#get(modelId).tokenizer.decode(task.tokens, {
          skipSpecialTokens: task.skipSpecialTokens,
        });
      default: {
        const { templates, tokenizer } = this.#get(modelId);
        const { maxLength, now } = task;
        const { namedTokens } = tokenizer;
        return templates.render(task.variables, { modelId, namedTokens, maxLength, now });
      }
    }
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

  #load(modelId: string, files: TextFiles): Vocabulary {
    const tokenizer = new Tokenizer(files);
    this.unload(modelId);
    const templates = new TemplateSet(files.chatTemplate, tokenizer.config, this.#templates);
    const { tightensSchemas = false } = files;
    this.#models.set(modelId, { tokenizer, templates, tightensSchemas, grammars: null });
    return tokenizer.vocabulary;
  }

  #get(modelId: string): TextModel {
    const model = this.#models.get(modelId);
    if (model !== undefined) return model;
    throw new TextError("not_found", `The tokenizer of the model ${modelId} is not loaded.`);
  }
}
