import { type ApiError, NotFound, TooLarge, Unauthorized } from "../errors.ts";
import type { OperationSpec } from "../operation.ts";
import type { AppOptions } from "../options.ts";
import type { ServiceSpec } from "../service.ts";
import { type Claim, Claims, type ProjectSource } from "./claims.ts";
import type { Owner, ProjectNames } from "./finders.ts";
import { pointerSegments } from "./pointer.ts";

/** 404: the thing does not exist, or it belongs to another entity. The answer does not say which. */
export class AbsentOrForeign extends NotFound {
  override readonly name = "NotFound";
}

/** A request with more ids is refused before the first look-up: no operation takes as many. */
const mostLookedUp = 1_000;

type Options<Principal> = Pick<
  AppOptions<Principal, unknown>,
  "authorise" | "entityOf" | "finders" | "owners"
>;

/**
 * Checks what a principal may do in one operation: first the role, before anything is read, then
 * every project of the request. A request names projects, or things that belong to projects.
 *
 * A thing that does not exist and a thing of another entity get the same answer, so that nobody can
 * find out what others have.
 */
export class Authoriser<Principal> {
  /** The parts of a form that name projects. */
  readonly projectParts: readonly string[];
  /** The parts of a form that name the entity of a project. */
  readonly entityParts: readonly string[];
  /** Whether the address or the headers name projects: then they are checked before the body is read. */
  readonly isInAddress: boolean;
  readonly #operation: OperationSpec;
  readonly #options: Options<Principal>;
  readonly #finders: ReadonlyMap<string, ProjectNames>;
  readonly #owners: ReadonlyMap<string, Owner>;
  readonly #isForeignHeader401: boolean;
  readonly #claims: Claims;

  constructor(service: ServiceSpec, operation: OperationSpec, options: Options<Principal>) {
    const { projects } = operation;
    this.#operation = operation;
    this.#options = options;
    this.#finders = new Map(Object.entries({ ...service.finders, ...options.finders }));
    this.#owners = new Map(Object.entries(options.owners ?? {}));
    this.#isForeignHeader401 = service.isForeignHeader401 ?? false;
    this.#claims = new Claims(projects);
    this.isInAddress = projects.some((place) => place.in !== "body" && place.in !== "part");
    const parts = projects.filter((place) => place.in === "part");
    this.projectParts = parts.map(({ at }) => partName(at));
    this.entityParts = parts.flatMap(({ entityAt }) => entityAt ?? []).map(partName);
  }

  /** The options that this operation needs and does not have. Without them nobody could check its projects. */
  get missing(): readonly string[] {
    if (!this.#options.authorise) return [];
    const names = this.#operation.projects.flatMap(({ by }) => by ?? []);
    const isOwn = this.#operation.projects.some(
      (place) => place.entityAt !== undefined && place.in !== "path",
    );
    return [
      ...names
        .filter((by) => !this.#finders.has(by) && !this.#owners.has(by))
        .map((by) => `owners.${by} (or finders.${by})`),
      ...(isOwn && !this.#options.entityOf ? ["entityOf"] : []),
    ];
  }

  /** Throws unless the role of the principal reaches this operation. */
  async role(principal: Principal | null): Promise<void> {
    if (principal !== null) await this.#ask(principal, []);
  }

  /** Throws unless the principal may do this in every project that the given part of a request names. */
  async projects(principal: Principal | null, source: ProjectSource): Promise<void> {
    if (principal === null || !this.#options.authorise) return;
    const claims = this.#claims.in(source);
    if (claims.length === 0) return;
    const inHeader = named(claims, (place) => place.by === undefined && place.in === "header");
    const others = named(claims, (place) => place.by === undefined && place.in !== "header");
    await this.#named(principal, inHeader, this.#isForeignHeader401 ? unauthorised : undefined);
    await this.#named(principal, others);
    await this.#found(principal, claims);
  }

  async #named(
    principal: Principal,
    claims: readonly Claim[],
    restate?: (error: NotFound) => ApiError,
  ): Promise<void> {
    const projects = new Set(claims.map((claim) => this.#projectOf(principal, claim)));
    if (projects.size > 0) await this.#ask(principal, [...projects], restate);
  }

  /** Checks the values that a finder or an owner explains: one kind after the other, each value once. */
  async #found(principal: Principal, claims: readonly Claim[]): Promise<void> {
    const byFinder = new Map<string, Set<unknown>>();
    for (const { place, value } of claims) {
      if (place.by === undefined) continue;
      const values = byFinder.get(place.by) ?? new Set();
      byFinder.set(place.by, values.add(value));
    }
    for (const [by, values] of byFinder) {
      const owner = this.#owners.get(by);
      const finder = this.#finders.get(by);
      if (owner) await this.#owned(principal, owner, values);
      else if (finder) await this.#findable(principal, finder, values);
      else
        throw new Error(
          `The options lack ${this.missing.join(" and ")} for ${this.#operation.id}.`,
        );
    }
  }

  async #owned(principal: Principal, owner: Owner, ids: ReadonlySet<unknown>): Promise<void> {
    if (ids.size > mostLookedUp) {
      throw new TooLarge(
        `Request too large: it names over ${mostLookedUp} different ids of a ${owner.what}`,
      );
    }
    for (const id of ids) {
      const absent = (): NotFound => new AbsentOrForeign(owner.what, String(id));
      const project = await owner.projectOf(String(id));
      if (project === undefined) throw absent();
      await this.#ask(principal, [project], absent);
    }
  }

  async #findable(
    principal: Principal,
    finder: ProjectNames,
    values: ReadonlySet<unknown>,
  ): Promise<void> {
    const { what } = finder;
    const found = new Set<string>();
    for (const value of values) {
      const projects = [(await finder.projectsOf(value)) ?? []].flat();
      if (what === undefined) for (const project of projects) found.add(project);
      else if (projects.length > 0) {
        await this.#ask(principal, projects, () => new AbsentOrForeign(what, String(value)));
      }
    }
    if (found.size > 0) await this.#ask(principal, [...found]);
  }

  #projectOf(principal: Principal, { value, entity }: Claim): string {
    if (entity === undefined) return String(value);
    return `${entity ?? this.#options.entityOf?.(principal)}/${String(value)}`;
  }

  async #ask(
    principal: Principal,
    projects: readonly string[],
    restate?: (error: NotFound) => ApiError,
  ): Promise<void> {
    try {
      await this.#options.authorise?.(principal, this.#operation.access, projects);
    } catch (error) {
      throw restate && error instanceof NotFound ? restate(error) : error;
    }
  }
}

function partName(pointer: string): string {
  return pointerSegments(pointer).join("/");
}

function named(
  claims: readonly Claim[],
  isMeant: (place: Claim["place"]) => boolean,
): readonly Claim[] {
  return claims.filter(({ place }) => isMeant(place));
}

function unauthorised({ reason }: NotFound): Unauthorized {
  return new Unauthorized(reason);
}
