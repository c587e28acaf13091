import { componentName } from "./component-name.ts";
import { isReference } from "./is-reference.ts";
import { memberRule } from "./openapi-grammar.ts";
import { printPlace } from "./source-file.ts";
import type { Problems } from "./spec-error.ts";
import { keyOf, memberOf } from "./spot.ts";
import type { Sources } from "./sources.ts";
import type { Spot } from "./spot.ts";

/**
 * What to do with two different components of the same name: `refused` for the author's own
 * document, which can be corrected; `numbered` for other people's documents, which cannot.
 */
export type Naming = "refused" | "numbered";

interface ComponentsOptions {
  readonly sources: Sources;
  readonly problems: Problems;
  readonly naming: Naming;
}

/**
 * The names of all components: those of the entry, and those that references give to other targets.
 */
export class Components {
  readonly #entry: Spot;
  readonly #options: ComponentsOptions;
  /** By section and key of the spot. */
  readonly #names = new Map<string, string>();
  /** The owner of each name, by section and name. */
  readonly #owners = new Map<string, Spot>();
  /** The place of the content of an entry's component, if it is in another file. */
  readonly #homes = new Map<string, Spot>();
  readonly #sections = new Map<string, Spot>();
  readonly #unfinished = new Set<string>();
  readonly #found: Record<string, Record<string, unknown>> = {};

  constructor(entry: Spot, options: ComponentsOptions) {
    this.#entry = entry;
    this.#options = options;
    const components = memberOf(entry, "components");
    if (components !== undefined) options.problems.attempt(() => this.#reserveAll(components));
  }

  /** The targets that references have found and named so far, by section. */
  get found(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    return this.#found;
  }

  /** The map of the entry that holds the components of a section. */
  sectionOf(section: string): object | undefined {
    const value = this.#sections.get(section)?.value;
    return typeof value === "object" && value !== null ? value : undefined;
  }

  /** The place of an entry's component, if it is in another file. */
  homeOf(section: string, name: string): Spot | undefined {
    return this.#homes.get(`${section}/${name}`);
  }

  /** The name of a target; gives it a name if it has none. */
  name(
    target: Spot,
    from: Spot,
    section: string,
  ): { readonly name: string; readonly isNew: boolean } {
    const key = `${section} ${keyOf(target)}`;
    const known = this.#names.get(key);
    if (known !== undefined) {
      this.#holdPlace(section, known);
      return { name: known, isNew: false };
    }
    const name = this.#free(target, from, section);
    this.#names.set(key, name);
    this.#owners.set(`${section}/${name}`, target);
    this.#unfinished.add(`${section}/${name}`);
    return { name, isNew: true };
  }

  /**
   * Components are in the order in which they are finished, so that most follow the ones that they
   * use.
   */
  add(section: string, name: string, value: unknown): void {
    this.#unfinished.delete(`${section}/${name}`);
    (this.#found[section] ??= {})[name] = value;
  }

  /**
   * Of components that contain each other, the first one that is referred to must not come last.
   */
  #holdPlace(section: string, name: string): void {
    if (this.#unfinished.has(`${section}/${name}`)) (this.#found[section] ??= {})[name] = undefined;
  }

  #free(target: Spot, from: Spot, section: string): string {
    const name = componentName(target);
    const owner = this.#owners.get(`${section}/${name}`);
    if (owner === undefined) return name;
    if (this.#options.naming === "refused") {
      throw this.#options.sources.fault(from, this.#conflict(name, owner, target));
    }
    for (let number = 2; ; number++) {
      const numbered = `${name}_${number}`;
      if (!this.#owners.has(`${section}/${numbered}`)) return numbered;
    }
  }

  #conflict(name: string, owner: Spot, target: Spot): string {
    const [first, second] = [owner, target].map((spot) => {
      const place = this.#options.sources.placeOf(spot);
      return place === undefined ? spot.pointer : printPlace(place);
    });
    return `two components would have the name ${name}, the one at ${first} and the one at ${second}; rename one`;
  }

  #reserveAll(components: Spot): void {
    const { sources, problems } = this.#options;
    const spot = isReference(components.value) ? sources.settle(components) : components;
    for (const section of Object.keys(spot.value ?? {})) {
      const member = memberOf(spot, section);
      if (member === undefined || memberRule("components", section)?.holds !== "map") continue;
      problems.attempt(() => this.#reserve(sources.settle(member), section));
    }
  }

  #reserve(map: Spot, section: string): void {
    if (typeof map.value !== "object" || map.value === null) return;
    this.#sections.set(section, map);
    for (const name of Object.keys(map.value)) {
      const member = memberOf(map, name);
      if (member === undefined) continue;
      this.#owners.set(`${section}/${name}`, member);
      this.#names.set(`${section} ${keyOf(member)}`, name);
      this.#options.problems.attempt(() => this.#reserveHome(member, section, name));
    }
  }

  /** A file that a component only refers to gets the name of that component. */
  #reserveHome(member: Spot, section: string, name: string): void {
    const home = this.#options.sources.settle(member);
    if (home === member || home.source.path === this.#entry.source.path) return;
    const key = `${section} ${keyOf(home)}`;
    if (this.#names.has(key)) return;
    this.#names.set(key, name);
    this.#homes.set(`${section}/${name}`, home);
    this.#owners.set(`${section}/${name}`, home);
  }
}
