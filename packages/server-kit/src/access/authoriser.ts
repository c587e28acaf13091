import { type ApiError, BadRequest, NotFound, TooLarge, Unauthorized } from "../errors.ts";
import type { OperationSpec } from "../operation.ts";
import type { AppOptions } from "../options.ts";
import type { ServiceSpec } from "../service.ts";
import { type Claims, claimsAt, type ProjectSource } from "./claims.ts";
import type { NamedProjects, Owner, ProjectNames } from "./finders.ts";
import { pointerSegments } from "./pointer.ts";

/** 404: the thing does not exist, or it belongs to another entity. The answer does not say which. */
export class AbsentOrForeign extends NotFound {
  override readonly name = "NotFound";
}

/** Calls `seen` with every value of a kind. */
type VisitAll = (seen: (value: unknown) => void) => void;

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
  /** Places of names in the address and the body, in headers by their names, and of what has to be found. */
  readonly #named: readonly Claims[];
  readonly #inHeader: ReadonlyMap<string, Claims>;
  readonly #findable: ReadonlyMap<string, readonly Claims[]>;

  constructor(service: ServiceSpec, operation: OperationSpec, options: Options<Principal>) {
    const { projects } = operation;
    this.#operation = operation;
    this.#options = options;
    this.#finders = new Map(Object.entries({ ...service.finders, ...options.finders }));
    this.#owners = new Map(Object.entries(options.owners ?? {}));
    this.#isForeignHeader401 = service.isForeignHeader401 ?? false;
    const plain = projects.filter((place) => place.by === undefined);
    this.#named = plain.filter((place) => place.in !== "header").map(claimsAt);
    const headers = plain.filter((place) => place.in === "header");
    this.#inHeader = new Map(headers.map((place) => [partName(place.at), claimsAt(place)]));
    const finders = new Set(projects.flatMap(({ by }) => by ?? []));
    this.#findable = new Map(
      [...finders].map((by) => [by, projects.filter((place) => place.by === by).map(claimsAt)]),
    );
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
  role(principal: Principal | null): void | Promise<void> {
    if (principal === null) return undefined;
    return this.#options.authorise?.(principal, this.#operation.access, []);
  }

  /** Throws unless the principal may do this in every project that the given part of a request names. */
  projects(principal: Principal | null, source: ProjectSource): void | Promise<void> {
    if (principal === null || !this.#options.authorise) return undefined;
    // Nearly every operation is this one: it costs no promise of its own.
    if (this.#inHeader.size === 0 && this.#findable.size === 0) {
      const projects = this.#namesAt(this.#named, principal, source);
      if (projects.length === 0) return undefined;
      return this.#options.authorise(principal, this.#operation.access, projects);
    }
    return this.#everything(principal, source);
  }

  async #everything(principal: Principal, source: ProjectSource): Promise<void> {
    for (const [name, claims] of this.#inHeader) {
      await this.#inOneHeader(name, this.#namesAt([claims], principal, source), principal);
    }
    await this.#ask(principal, this.#namesAt(this.#named, principal, source));
    for (const [by, claims] of this.#findable) {
      const visit: VisitAll = (seen) => {
        for (const visitAll of claims) visitAll(source, seen);
      };
      const owner = this.#owners.get(by);
      const finder = this.#finders.get(by);
      if (owner) await this.#owned(principal, owner, visit);
      else if (finder) await this.#found(principal, finder, visit);
      else {
        const lacking = this.missing.join(" and ");
        throw new Error(`The options lack ${lacking} for ${this.#operation.id}.`);
      }
    }
  }

  /** The refusal says which header it is about: a request may name projects in several. */
  async #inOneHeader(
    name: string,
    projects: readonly string[],
    principal: Principal,
  ): Promise<void> {
    try {
      await this.#ask(
        principal,
        projects,
        this.#isForeignHeader401 ? (error) => unauthorised(error, name) : undefined,
      );
    } catch (error) {
      throw error instanceof BadRequest ? ofHeader(error, name) : error;
    }
  }

  /** Every project at these places, once. */
  #namesAt(places: readonly Claims[], principal: Principal, source: ProjectSource): string[] {
    const found = new Set<string>();
    const visit = (value: unknown, entity?: string | null): void => {
      const own = entity === null ? this.#options.entityOf?.(principal) : entity;
      found.add(entity === undefined ? String(value) : `${own}/${String(value)}`);
    };
    for (const visitAll of places) visitAll(source, visit);
    return [...found];
  }

  async #owned(principal: Principal, owner: Owner, visit: VisitAll): Promise<void> {
    const ids = new Set<string>();
    visit((id) => ids.add(String(id)));
    if (ids.size > mostLookedUp) {
      throw new TooLarge(
        `Request too large: it names over ${mostLookedUp} different ids of a ${owner.what}`,
      );
    }
    for (const id of ids) {
      const absent = (): NotFound => new AbsentOrForeign(owner.what, id);
      const project = await owner.projectOf(id);
      if (project === undefined) throw absent();
      await this.#ask(principal, [project], absent);
    }
  }

  async #found(principal: Principal, finder: ProjectNames, visit: VisitAll): Promise<void> {
    /** Each project, with the first value that names it. */
    const found = new Map<string, unknown>();
    const keep = (value: unknown, named: NamedProjects): void => {
      for (const project of typeof named === "string" ? [named] : (named ?? [])) {
        if (!found.has(project)) found.set(project, value);
      }
    };
    // A body may name a million refs: only what has to be waited for costs a promise.
    const late: Promise<void>[] = [];
    visit((value) => {
      const named = finder.projectsOf(value);
      if (named instanceof Promise) late.push(named.then((projects) => keep(value, projects)));
      else keep(value, named);
    });
    await Promise.all(late);
    const { what } = finder;
    if (what === undefined) return this.#ask(principal, [...found.keys()]);
    for (const [project, value] of found) {
      const absent = (): NotFound => new AbsentOrForeign(what, String(value));
      try {
        await this.#ask(principal, [project], absent);
      } catch (error) {
        // A name with a project that nobody can have is the name of nothing.
        throw error instanceof BadRequest ? absent() : error;
      }
    }
  }

  async #ask(
    principal: Principal,
    projects: readonly string[],
    restate?: (error: NotFound) => ApiError,
  ): Promise<void> {
    if (projects.length === 0) return;
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

function unauthorised({ reason }: NotFound, param: string): Unauthorized {
  return new Unauthorized(reason, { code: "invalid_project", param });
}

/** A service whose errors name a parameter gets the header as that parameter. */
function ofHeader({ reason, extras }: BadRequest, name: string): BadRequest {
  const named = Object.hasOwn(extras, "param") ? { ...extras, param: name } : extras;
  return new BadRequest(`${name}: ${reason}`, named);
}
