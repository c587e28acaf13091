import { loomModelId } from "@heddle/engine";
import { ConfigError } from "../../config/config.ts";
import type { ModelEntry } from "../../config/model-entry.ts";
import { type BaseFolder, checkedFolder } from "./checked-folder.ts";
import { beyondMemory } from "./memory-text.ts";
import type { RegisteredModel } from "./registered-models.ts";

/** An adapter that is served under a name. */
export interface PlannedAdapter {
  readonly name: string;
  readonly path: string;
  /** The id of its base model. */
  readonly base: string;
}

/** A registered model that cannot be served. */
export interface UnusableEntry {
  readonly name: string;
  readonly why: string;
}

/** What a server will serve under which name. */
export interface ModelPlan {
  /** Base models beside the built-in one, by their ids. */
  readonly bases: ReadonlyMap<string, BaseFolder>;
  readonly adapters: readonly PlannedAdapter[];
  /** The id of a model by each name that stands for it. */
  readonly mapped: ReadonlyMap<string, string>;
  readonly unusable: readonly UnusableEntry[];
}

/** Where names and folders come from. */
export interface PlanSources {
  /** From the settings: what is wrong with one stops the start. */
  readonly entries: readonly ModelEntry[];
  /** From the data folder: a disk that is not there must not keep the whole server down. */
  readonly registered: readonly RegisteredModel[];
  readonly memoryBytes: number;
}

/** A folder with its name, and the setting or command that gave it. */
interface NamedFolder {
  readonly name: string;
  readonly folder: string;
  readonly base?: string;
  readonly isSetting: boolean;
}

/**
 * Reads all folders and decides what each name stands for.
 *
 * @throws ConfigError for an entry of the settings that cannot be served
 */
export function planModels({ entries, registered, memoryBytes }: PlanSources): ModelPlan {
  return new Planning(memoryBytes).plan(entries, registered);
}

class Planning {
  readonly #memoryBytes: number;
  readonly #bases = new Map<string, BaseFolder>();
  readonly #adapters: PlannedAdapter[] = [];
  readonly #mapped = new Map<string, string>();
  readonly #unusable: UnusableEntry[] = [];

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes;
  }

  plan(entries: readonly ModelEntry[], registered: readonly RegisteredModel[]): ModelPlan {
    const folders: readonly NamedFolder[] = [
      ...entries.flatMap((entry) => ("folder" in entry ? { ...entry, isSetting: true } : [])),
      ...registered.map((model) => ({ ...model, isSetting: false })),
    ];
    const mappings = entries.flatMap((entry) => ("standsFor" in entry ? entry : []));
    const adapters = folders.filter((one) => !this.#addBase(one));
    // A mapped name may be the base model of an adapter, and an adapter may have a mapped name.
    const pending = mappings.filter((one) => !this.#map(one.name, one.standsFor));
    for (const adapter of adapters) this.#attempt(adapter, () => this.#addAdapter(adapter));
    for (const { name, standsFor } of pending) {
      if (this.#map(name, standsFor)) continue;
      throw new ConfigError(
        `HEDDLE_MODELS: ${name} cannot stand for ${standsFor}: there is no such model. ` +
          `There are: ${this.#names().join(", ")}.`,
      );
    }
    return {
      bases: this.#bases,
      adapters: this.#adapters,
      mapped: this.#mapped,
      unusable: this.#unusable,
    };
  }

  /** Whether the folder is settled: false for an adapter, whose base may come later. */
  #addBase(entry: NamedFolder): boolean {
    return this.#attempt(entry, () => {
      const { name, folder } = entry;
      const found = checkedFolder(folder);
      if (found.kind === "adapter") return false;
      this.#refuseTaken(name);
      const memoryBytes = this.#memoryBytes;
      const beyond = beyondMemory(found.footprint, {
        memoryBytes,
        othersBytes: this.#weightBytes(),
      });
      if (beyond !== undefined) throw new ConfigError(`${name}: ${beyond}`);
      this.#bases.set(name, found);
      return true;
    });
  }

  #weightBytes(): number {
    return [...this.#bases.values()].reduce((sum, base) => sum + base.footprint.modelBytes, 0);
  }

  #addAdapter({ name, folder, base }: NamedFolder): true {
    this.#refuseTaken(name);
    const found = checkedFolder(folder);
    const madeFor = base ?? (found.kind === "adapter" ? found.madeFor : undefined);
    const id = madeFor === undefined ? undefined : this.#baseNamed(madeFor);
    if (id === undefined) throw new ConfigError(noBase(name, madeFor));
    this.#adapters.push({ name, path: folder, base: id });
    return true;
  }

  /** The id of a base model by its name, a name that stands for it, or its folder. */
  #baseNamed(text: string): string | undefined {
    const standsFor = this.#mapped.get(text) ?? text;
    if (standsFor === loomModelId || this.#bases.has(standsFor)) return standsFor;
    return [...this.#bases].find(([, { model }]) => model.folder === text)?.[0];
  }

  #map(name: string, standsFor: string): boolean {
    const isModel = [loomModelId, ...this.#bases.keys()].includes(standsFor);
    if (!isModel && !this.#adapters.some((adapter) => adapter.name === standsFor)) return false;
    this.#refuseTaken(name);
    this.#mapped.set(name, standsFor);
    return true;
  }

  #names(): readonly string[] {
    const adapters = this.#adapters.map(({ name }) => name);
    return [loomModelId, ...this.#bases.keys(), ...adapters, ...this.#mapped.keys()];
  }

  #refuseTaken(name: string): void {
    if (!this.#names().includes(name)) return;
    const whose = name === loomModelId ? "the built-in model" : "another model";
    throw new ConfigError(`${name} is the name of ${whose} already. Choose another name.`);
  }

  /** Runs a step for a folder; a registered one that fails is remembered, and counts as settled. */
  #attempt({ name, isSetting }: NamedFolder, step: () => boolean): boolean {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      if (isSetting) throw new ConfigError(`HEDDLE_MODELS: ${error.message}`);
      this.#unusable.push({ name, why: error.message });
      return true;
    }
  }
}

function noBase(name: string, madeFor: string | undefined): string {
  return madeFor === undefined
    ? `the adapter ${name} does not name its base model. Add base_model_name_or_path to its adapter_config.json.`
    : `the adapter ${name} was made for ${JSON.stringify(madeFor)}, and no model here has this name. ` +
        "Add that model, or map its name to one: HEDDLE_MODELS=NAME=MODEL.";
}
