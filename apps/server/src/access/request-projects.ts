import type { Access } from "./access.ts";
import type { Principal } from "./principal.ts";
import { InvalidProjectName, parseProject, parseProjectId, type Project } from "./project-id.ts";

/** More projects than clients name in one request; further ones are converted each time. */
const maxRemembered = 1_000;

/**
 * The projects of one request. Only this class turns names into ids and ids into names. It
 * remembers each conversion, because a batch may name one project a thousand times; its maps are
 * made at the first conversion.
 */
export class RequestProjects {
  readonly #access: Pick<Access, "maySee">;
  readonly #principal: Principal;
  #byName: Map<string, Project> | undefined;
  #byId: Map<string, Project> | undefined;

  /** `principal` is the sender of the request. */
  constructor(access: Pick<Access, "maySee">, principal: Principal) {
    this.#access = access;
    this.#principal = principal;
  }

  /**
   * The project that a text names. The project need not be recorded.
   *
   * @throws InvalidProjectName when the text is not `entity/project`.
   */
  named(text: string): Project {
    const project = this.find(text);
    if (!project) throw new InvalidProjectName();
    return project;
  }

  /** The same; undefined when the text is not `entity/project`. */
  find(text: string): Project | undefined {
    const known = this.#byName?.get(text);
    if (known) return known;
    const project = parseProject(text);
    if (project) this.#byName = remembered(this.#byName, text, project);
    return project;
  }

  /** The project of an internal id in a ref; undefined for a text that is no id. */
  withId(text: string): Project | undefined {
    const known = this.#byId?.get(text);
    if (known) return known;
    const project = parseProjectId(text);
    if (project) this.#byId = remembered(this.#byId, text, project);
    return project;
  }

  /** Whether the sender may learn that the project exists. */
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
