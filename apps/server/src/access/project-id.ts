import { BadRequest } from "@heddle/server-kit";
import type { ProjectId } from "../store/records/project-id.ts";

export type { ProjectId };

declare const spelling: unique symbol;

/** A project as people and refs write it: `entity/project`. */
export type ProjectName = string & { readonly [spelling]: "entity/project" };

/** A project in both spellings. */
export interface Project {
  readonly name: ProjectName;
  readonly id: ProjectId;
}

/** What the name of a project is made of. */
export interface ProjectParts {
  readonly entity: string;
  readonly name: string;
}

/**
 * Reads `entity/project`.
 *
 * @throws BadRequest for anything else.
 */
export function parseProject(project: string): ProjectParts {
  const [entity = "", name = "", ...rest] = project.split("/");
  if (!isPart(entity) || !isPart(name) || rest.length > 0) {
    throw new BadRequest(
      `project_id must be "entity/project", with a slash in between and neither part empty, ` +
        `longer than 128 characters or with one of \\ # ? % : in it`,
    );
  }
  return { entity, name };
}

/** What the name of a project is made of: it was checked when it became one. */
export function partsOf(project: ProjectName): ProjectParts {
  const [entity = "", name = ""] = project.split("/");
  return { entity, name };
}

/**
 * A text as the name of a project.
 *
 * @throws BadRequest when the text is not `entity/project`.
 */
export function projectName(text: string): ProjectName {
  parseProject(text);
  return text as ProjectName;
}

/**
 * The project that a text names.
 *
 * @throws BadRequest when the text is not `entity/project`.
 */
export function projectNamed(text: string): Project {
  const name = projectName(text);
  return { name, id: Buffer.from(name, "utf8").toString("base64url") as ProjectId };
}

/**
 * The id under which stores keep a project.
 *
 * @throws BadRequest when the text is not `entity/project`.
 */
export function internalProjectId(project: string): ProjectId {
  return projectNamed(project).id;
}

/**
 * The project of an internal id.
 *
 * @throws BadRequest for a text that is not an internal id.
 */
export function projectWithId(internal: string): Project {
  const project = Buffer.from(internal, "base64url").toString("utf8");
  // Node reads base64 generously; an id has one spelling only.
  if (Buffer.from(project, "utf8").toString("base64url") !== internal) {
    throw new BadRequest(
      "A ref names its project by an id that no project can have: write weave:///<entity>/<project>/…",
    );
  }
  return { name: projectName(project), id: internal as ProjectId };
}

/**
 * The `entity/project` of an internal id.
 *
 * @throws BadRequest for a text that is not an internal id.
 */
export function externalProjectId(internal: string): ProjectName {
  return projectWithId(internal).name;
}

function isPart(text: string): boolean {
  // A lone surrogate has no UTF-8: two names would share an id.
  return /^[^\\#?%:\p{Cc}]{1,128}$/u.test(text) && text.isWellFormed();
}
