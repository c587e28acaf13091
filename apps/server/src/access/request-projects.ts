import { ApiError } from "@heddle/server-kit";
import type { Access } from "./access.ts";
import type { Principal } from "./principal.ts";
import { type Project, projectNamed, projectWithId } from "./project-id.ts";

/** More projects than clients name in one request; what is beyond is converted each time. */
const maxRemembered = 1_000;

/**
 * The projects of one request, and the one place where names become ids and ids names. A conversion
 * is remembered, since a batch names one project a thousand times. Until the first it costs nothing.
 */
export class RequestProjects {
  readonly #access: Pick<Access, "maySee">;
  readonly #principal: Principal;
  #byName: Map<string, Project> | undefined;
  #byId: Map<string, Project> | undefined;

  /** `principal` is who sent the request. */
  constructor(access: Pick<Access, "maySee">, principal: Principal) {
    this.#access = access;
    this.#principal = principal;
  }

  /**
   * The project that a text names, whether anybody has written to it or not.
   *
   * @throws BadRequest when the text is not `entity/project`.
   */
  named(text: string): Project {
    const known = this.#byName?.get(text);
    if (known) return known;
    const project = projectNamed(text);
    this.#byName = remembered(this.#byName, text, project);
    return project;
  }

  /** The project of an internal id, as a ref has it; undefined for a text that is no id. */
  withId(text: string): Project | undefined {
    const known = this.#byId?.get(text);
    if (known) return known;
    const project = ofId(text);
    if (project) this.#byId = remembered(this.#byId, text, project);
    return project;
  }

  /** Whether a project exists as far as the sender can tell. */
  isVisible({ name }: Project): boolean {
    return this.#access.maySee(this.#principal, name);
  }
}

function remembered(
  projects: Map<string, Project> = new Map(),
  text: string,
  project: Project,
): Map<string, Project> {
  return projects.size < maxRemembered ? projects.set(text, project) : projects;
}

function ofId(text: string): Project | undefined {
  try {
    return projectWithId(text);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
