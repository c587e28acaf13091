import type { BaseModel, BaseText, GenerationDefaults, SamplingTarget } from "@heddle/engine";

/** A model that answers chat completions, as the engine and the wire know it. */
export interface ServedModel {
  /** The name that a request gives; answers repeat it. */
  readonly name: string;
  /** Where the engine samples. */
  readonly target: SamplingTarget;
  readonly base: BaseModel;
  /** Tokenizer and chat template. */
  readonly text: BaseText;
  /**
   * Whether it is more than a base model: a checkpoint or an adapter. Its answers are sampled
   * unmodified, with token ids and log probabilities, without the defaults of a generation.
   */
  readonly isTrained: boolean;
  /**
   * Whether the grammar of offered tools applies as soon as a call begins, and a call is masked where no
   * tools are offered: for an untrained model that marks its calls.
   */
  readonly marksCalls: boolean;
  /** What its makers propose for a request that says nothing; empty for a trained model. */
  readonly generationDefaults: GenerationDefaults;
}

/** The one place that knows which names stand for models. */
export interface ModelResolver {
  /**
   * Finds a model by its name on the wire, for one entity: another entity's trained model is not found.
   *
   * @throws UnknownModel with the names that exist and the setting that adds some
   */
  resolve(name: string, entity: string, signal?: AbortSignal): Promise<ServedModel>;
}
