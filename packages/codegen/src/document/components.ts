import { componentName } from "./component-name.ts";
import { isReference } from "./is-reference.ts";
import { memberRule } from "./openapi-grammar.ts";
import { printPlace } from "./source-file.ts";
import type { Problems } from "./spec-error.ts";
import { keyOf, memberOf } from "./spot.ts";
import type { Sources } from "./sources.ts";
import type { Spot } from "./spot.ts";

/**
 * What happens when two different things would have the same name: a document of one's own is
 * corrected, that of a stranger has to be taken as it is.
 */
export type Naming = "refused" | "numbered";

interface ComponentsOptions {
  readonly sources: Sources;
  readonly problems: Problems;
  readonly naming: Naming;
}

/** The names of all components: those of the entry, and those that references give to others. */
export class Components {
  readonly #entry: Spot;
  readonly #options: ComponentsOptions;
  /** By section and key of the spot. */
  readonly #names = new Map<string, string>();
  /** Who has a name, by section and name. */
  readonly #owners = new Map<string, Spot>();
  /** Where the content of what the entry names stands, if it is elsewhere. */
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

  /** What references have found and named so far, by section. */
  get found(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    return this.#found;
  }

  /** The map of the entry in which things of a section are named. */
  sectionOf(section: string): object | undefined {
    const value = this.#sections.get(section)?.value;
    return typeof value === "object" && value !== null ? value : undefined;
  }

  /** Where what the entry names so stands, if it is in another file. */
  homeOf(section: string, name: string): Spot | undefined {
    return this.#homes.get(`${section}/${name}`);
  }

  /** The name of a target, given to it now if it has none. */
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

  /** Components stand in the order in which they are finished, so that most follow what they use. */
  add(section: string, name: string, value: unknown): void {
    this.#unfinished.delete(`${section}/${name}`);
    (this.#found[section] ??= {})[name] = value;
  }

  /** Of those that hold each other, the one referred to first is not the last. */
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
    return `two components would be called ${name}, that of ${first} and that of ${second}; rename one`;
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

  /** Another file that is only referred to from here has the name that it has here. */
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
