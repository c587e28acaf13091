import type { OperationSpec } from "@heddle/server-kit";
import type { Access } from "./access.ts";
import { ForeignProject } from "./foreign-project.ts";
import type { Principal } from "./principal.ts";
import {
  InvalidProjectName,
  parseProject,
  parseProjectId,
  type Project,
  projectName,
  type WritableProject,
} from "./project-id.ts";

/** The operation of a request, and the access that the kit has checked for it. */
export type OperationUnderWay = Pick<OperationSpec, "id" | "access">;

/** An operation writes although its `x-access` lets readers call it: a fault of this server. */
export class UndeclaredWrite extends Error {
  constructor({ id, access }: OperationUnderWay) {
    super(
      `${id} writes, but has x-access: ${access}. Give it x-access: write in the spec, ` +
        "or use projects.named and write nothing.",
    );
    this.name = "UndeclaredWrite";
  }
}

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
  readonly #operation: OperationUnderWay;
  /** The projects that the sender may see. */
  #visible: Map<string, Project> | undefined;
  #byName: Map<string, Project> | undefined;
  #byId: Map<string, Project> | undefined;

  /** `principal` is the sender of the request. */
  constructor(access: Pick<Access, "maySee">, principal: Principal, operation: OperationUnderWay) {
    this.#access = access;
    this.#principal = principal;
    this.#operation = operation;
  }

  /**
   * The project that a text names, for a sender that may see it. The project need not be recorded.
   * The kit has checked the places that `x-project` lists; this check covers every other text.
   *
   * @throws InvalidProjectName when the text is not `entity/project`, ForeignProject when the
   * sender may not see the project.
   */
  named(text: string): Project {
    const known = this.#visible?.get(text);
    if (known) return known;
    const project = this.visible(text);
    if (!project) throw new ForeignProject(projectName(text), this.#principal);
    this.#visible = remembered(this.#visible, text, project);
    return project;
  }

  /**
   * The same, to write to it. The kit has checked the role of the key against the `x-access` of the
   * operation, so a write needs an operation that says so.
   *
   * @throws UndeclaredWrite when the operation may only read; and what `named` throws.
   */
  writable(text: string): WritableProject {
    const { access } = this.#operation;
    if (access !== "write" && access !== "admin") throw new UndeclaredWrite(this.#operation);
    return this.named(text) as WritableProject;
  }

  /**
   * The same as `named`; undefined for a project that the sender may not see.
   *
   * @throws InvalidProjectName when the text is not `entity/project`.
   */
  visible(text: string): Project | undefined {
    const project = this.find(text);
    if (!project) throw new InvalidProjectName();
    return this.isVisible(project) ? project : undefined;
  }

  /**
   * The project that a text names, even if the sender may not see it; undefined when the text is
   * not `entity/project`. Ask `isVisible` before you read anything from the project.
   */
  find(text: string): Project | undefined {
    const known = this.#byName?.get(text);
    if (known) return known;
    const project = parseProject(text);
    if (project) this.#byName = remembered(this.#byName, text, project);
    return project;
  }

  /** The same for the internal id of a ref; undefined for a text that is no id. */
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
