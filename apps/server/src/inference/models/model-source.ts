import type { ServedModel } from "./served-model.ts";

/** What lists, metrics and the start say of a model. */
export interface ListedModel {
  readonly name: string;
  readonly kind: "base" | "mapped" | "adapter" | "trained" | "upstream";
  /** The model that answers under this name, if it has another name. */
  readonly standsFor?: string;
  /** The base model that an adapter changes. */
  readonly parent?: string;
  /** The entity that owns it; undefined for a model of the whole server. */
  readonly owner?: string;
  /** When this server first knew it, in seconds since 1970. */
  readonly createdS: number;
  /** Most tokens of prompt and answer together; undefined where the parent says it. */
  readonly contextTokens?: number;
}

/** Models of one kind: base models, mapped names, adapters, checkpoints, upstreams. */
export interface ModelSource {
  /** Its models that the entity may use, in the order of lists. */
  list(entity: string, signal?: AbortSignal): Promise<readonly ListedModel[]>;
  /**
   * The model of this name; undefined if it is none of this source, or another entity's.
   *
   * @throws UnusableModel if the name exists and nothing can be sampled from it
   */
  find(name: string, entity: string, signal?: AbortSignal): Promise<ServedModel | undefined>;
  /**
   * What `list` says of a name, also of one that lists leave out, such as one step of a trained
   * model.
   */
  describe(name: string, entity: string, signal?: AbortSignal): Promise<ListedModel | undefined>;
}
