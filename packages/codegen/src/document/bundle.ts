import { Components } from "./components.ts";
import type { Naming } from "./components.ts";
import { isObject } from "./is-object.ts";
import { isReference } from "./is-reference.ts";
import { checkId, dynamicTarget, onlyForReferences } from "./identity-keywords.ts";
import { at } from "./pointer.ts";
import type { Positions } from "./positions.ts";
import { componentSections, memberRule } from "./openapi-grammar.ts";
import type { MemberRule, ObjectKind } from "./openapi-grammar.ts";
import { setMember } from "./set-member.ts";
import type { Problems } from "./spec-error.ts";
import { keyOf, memberOf } from "./spot.ts";
import type { Sources } from "./sources.ts";
import type { Spot } from "./spot.ts";

/** The parts that bundling needs, and the list that receives its problems. */
export interface BundleOptions {
  readonly sources: Sources;
  readonly positions: Positions;
  readonly problems: Problems;
  /** What to do with two different components of the same name. */
  readonly naming: Naming;
}

type JsonRecord = Record<string, unknown>;

/**
 * Joins a document and the files that it refers to. A target that can have a name becomes a
 * component, named after its reference; path items and other targets replace the reference to them.
 * References in examples, defaults, enums and extensions are data.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#reference-object
 */
export function bundle(entry: Spot, options: BundleOptions): JsonRecord {
  return new Bundler(entry, options).document();
}

/** Each level takes about ten frames, and the stack has room for ten thousand. */
const maxDepth = 200;

class Bundler {
  readonly #entry: Spot;
  readonly #sources: Sources;
  readonly #positions: Positions;
  readonly #problems: Problems;
  readonly #components: Components;
  /** Targets that are replacing a reference now, to notice a target that contains itself. */
  readonly #inlining = new Set<string>();

  /** The depth of nested components that are being bundled now. */
  #depth = 0;
  /** Bundles the components that were nested too deeply; grows while the loop works on it. */
  readonly #postponed: (() => void)[] = [];

  constructor(entry: Spot, { sources, positions, problems, naming }: BundleOptions) {
    this.#entry = entry;
    this.#sources = sources;
    this.#positions = positions;
    this.#problems = problems;
    this.#components = new Components(entry, { sources, problems, naming });
  }

  document(): JsonRecord {
    const document = this.#object(this.#entry, "document") as JsonRecord;
    for (const add of this.#postponed) add();
    // Path items are at their references; here, the document would repeat their operations.
    if (isObject(document["components"])) delete document["components"]["pathItems"];
    const found = this.#components.found;
    if (Object.keys(found).length === 0) return document;
    const components = (document["components"] ??= {}) as JsonRecord;
    for (const [section, named] of Object.entries(found)) {
      components[section] = { ...(components[section] as object | undefined), ...named };
      const origin = this.#components.sectionOf(section);
      if (origin !== undefined) this.#positions.inherit(components[section] as object, origin);
    }
    return document;
  }

  /** One object of a kind, or the reference that replaces it. */
  #one(spot: Spot, kind: ObjectKind): unknown {
    const { value } = spot;
    if (typeof value !== "object" || value === null) return value;
    const result = this.#problems.attempt(() => {
      if (isReference(value)) return this.#reference(spot, kind);
      const dynamic = kind === "schema" ? dynamicTarget(spot, this.#sources) : undefined;
      return dynamic === undefined
        ? this.#object(spot, kind)
        : this.#referenceTo(dynamic, spot, kind, "schemas");
    });
    // Not used: a problem was recorded, so bundling ends with an error.
    return result ?? {};
  }

  #object(spot: Spot, kind: ObjectKind): unknown {
    const { value } = spot;
    if (Array.isArray(value)) return kind === "plain" ? this.#list(spot, kind) : value;
    const ref = kind === "plain" ? undefined : memberOf(spot, "$ref");
    if (ref !== undefined && typeof ref.value !== "string") {
      throw this.#sources.fault(ref, "is not a reference, because it is not text");
    }
    if (kind === "schema") checkId(spot, this.#sources);
    const made: JsonRecord = {};
    for (const name of Object.keys(value as object)) {
      if (kind === "schema" && onlyForReferences.has(name)) continue;
      const member = memberOf(spot, name);
      if (member !== undefined) setMember(made, name, this.#member(member, kind, name));
    }
    this.#positions.inherit(made, value as object);
    return made;
  }

  #member(member: Spot, kind: ObjectKind, name: string): unknown {
    if (kind === "discriminator" && name === "mapping") return this.#mapping(member);
    const rule = memberRule(kind, name);
    if (rule === undefined) return member.value;
    if (kind === "components" && rule.holds === "map") return this.#section(member, rule, name);
    return this.#ruled(member, rule);
  }

  #ruled(spot: Spot, rule: MemberRule): unknown {
    const { value } = spot;
    if (typeof value !== "object" || value === null) return value;
    const isList = Array.isArray(value);
    if (rule.holds === "list" || (rule.holds === "oneOrList" && isList)) {
      if (!isList && isReference(value)) return this.#inlined(spot, (at) => this.#ruled(at, rule));
      return isList ? this.#list(spot, rule.kind) : value;
    }
    if (rule.holds === "map") return this.#map(spot, (member) => this.#one(member, rule.kind));
    return this.#one(spot, rule.kind);
  }

  #list(spot: Spot, kind: ObjectKind): unknown[] {
    const value = spot.value as readonly unknown[];
    const made = value.map((item, index) => {
      return this.#one(
        { source: spot.source, pointer: at(spot.pointer, index), value: item },
        kind,
      );
    });
    this.#positions.inherit(made, value);
    return made;
  }

  #map(spot: Spot, each: (member: Spot, name: string) => unknown): unknown {
    const { value } = spot;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    // No kind of object is text, so this is not a member that happens to have the name `$ref`.
    if (isReference(value)) return this.#inlined(spot, (target) => this.#map(target, each));
    const made: JsonRecord = {};
    for (const name of Object.keys(value)) {
      const member = memberOf(spot, name);
      if (member !== undefined) setMember(made, name, each(member, name));
    }
    this.#positions.inherit(made, value);
    return made;
  }

  /** The entry's own components; a name that refers to another file gets the file's content. */
  #section(spot: Spot, rule: MemberRule, section: string): unknown {
    return this.#map(spot, (member, name) => {
      const target = this.#components.homeOf(section, name);
      if (target === undefined) return this.#one(member, rule.kind);
      return this.#one(target, rule.kind);
    });
  }

  #reference(spot: Spot, kind: ObjectKind): unknown {
    const section = componentSections[kind];
    const value = spot.value as { readonly $ref: string };
    if (section === undefined) return this.#inlinedObject(spot, kind);
    return this.#referenceTo(this.#sources.follow(value.$ref, spot), spot, kind, section);
  }

  #referenceTo(first: Spot, spot: Spot, kind: ObjectKind, section: string): unknown {
    const $ref = this.#refTo(this.#sources.settle(first), spot, kind, section);
    const siblings = this.#object(spot, kind) as JsonRecord;
    return this.#made({ ...siblings, $ref }, spot.value as object);
  }

  /** Names a target, bundles it if it is new, and returns the reference to it. */
  #refTo(target: Spot, from: Spot, kind: ObjectKind, section: string): string {
    this.#expectObject(target, from, kind);
    const { name, isNew } = this.#components.name(target, from, section);
    const add = (): void => this.#components.add(section, name, this.#one(target, kind));
    if (isNew && this.#depth >= maxDepth) this.#postponed.push(add);
    else if (isNew) {
      this.#depth++;
      add();
      this.#depth--;
    }
    return at("#/components", section, name);
  }

  #expectObject(target: Spot, from: Spot, kind: ObjectKind): void {
    const { value } = target;
    if (target.pointer === "#" && target.source.path === this.#entry.source.path) {
      throw this.#sources.fault(
        from,
        "leads to the whole document, where a part of it is expected",
      );
    }
    if (isObject(value)) return;
    if (kind === "schema" && typeof value === "boolean") return;
    const found = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
    throw this.#sources.fault(from, `leads to ${found}, where an object is expected`);
  }

  /** Replaces the reference to an object by the object and the members beside the reference. */
  #inlinedObject(spot: Spot, kind: ObjectKind): unknown {
    const value = spot.value as JsonRecord;
    return this.#inlined(spot, (target) => {
      const made = this.#one(target, kind);
      if (Object.keys(value).length === 1) return made;
      if (typeof made !== "object" || made === null) return made;
      const { $ref: _, ...siblings } = this.#object(spot, kind) as JsonRecord;
      for (const name of Object.keys(siblings)) {
        if (!Object.hasOwn(made, name) || name === "summary" || name === "description") continue;
        const member = memberOf(spot, name) ?? spot;
        const both = `stands here and in ${String(value["$ref"])}, and nothing says which one counts`;
        throw this.#sources.fault(member, `${both}: keep one`);
      }
      return this.#made({ ...(made as JsonRecord), ...siblings }, value);
    });
  }

  #inlined(spot: Spot, use: (target: Spot) => unknown): unknown {
    const { $ref } = spot.value as { readonly $ref: string };
    const target = this.#sources.follow($ref, spot);
    const key = keyOf(target);
    if (this.#inlining.has(key)) throw this.#sources.fault(spot, `${$ref} holds itself`);
    this.#inlining.add(key);
    try {
      return use(target);
    } finally {
      this.#inlining.delete(key);
    }
  }

  /**
   * A value of a mapping is a schema name or a reference; the two look alike.
   *
   * @see https://spec.openapis.org/oas/v3.1.1.html#discriminator-object
   */
  #mapping(spot: Spot): unknown {
    return this.#map(spot, (member) => {
      const { value } = member;
      if (typeof value !== "string" || !/[#/]|\.(?:ya?ml|json)$/i.test(value)) return value;
      const result = this.#problems.attempt(() => {
        const target = this.#sources.settle(this.#sources.follow(value, member));
        return this.#refTo(target, member, "schema", "schemas");
      });
      return result ?? value;
    });
  }

  #made<Made extends object>(made: Made, origin: object): Made {
    this.#positions.inherit(made, origin);
    return made;
  }
}
