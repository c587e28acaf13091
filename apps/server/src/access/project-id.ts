import { BadRequest } from "@heddle/server-kit";

/** A project by the names that people use. */
export interface ProjectName {
  readonly entity: string;
  readonly name: string;
}

/**
 * Reads `entity/project`.
 *
 * @throws BadRequest for anything else.
 */
export function parseProject(project: string): ProjectName {
  const [entity = "", name = "", ...rest] = project.split("/");
  if (!isPart(entity) || !isPart(name) || rest.length > 0) {
    throw new BadRequest(
      `project_id must be "entity/project", with a slash in between and neither part empty, ` +
        `longer than 128 characters or with one of \\ # ? % : in it`,
    );
  }
  return { entity, name };
}

/**
 * The id under which stores keep a project: the unpadded base64url of `entity/project`. The same
 * on every machine and for ever, so that digests computed over it survive export and import.
 *
 * @throws BadRequest when the text is not `entity/project`.
 */
export function internalProjectId(project: string): string {
  parseProject(project);
  return Buffer.from(project, "utf8").toString("base64url");
}

/**
 * The `entity/project` of an internal id.
 *
 * @throws BadRequest for a text that is not an internal id.
 */
export function externalProjectId(internal: string): string {
  const project = Buffer.from(internal, "base64url").toString("utf8");
  // Node reads base64 generously; an id has one spelling only.
  if (Buffer.from(project, "utf8").toString("base64url") !== internal) {
    throw new BadRequest(
      "A ref names its project by an id that no project can have: write weave:///<entity>/<project>/…",
    );
  }
  parseProject(project);
  return project;
}

function isPart(text: string): boolean {
  // A lone surrogate has no UTF-8: two names would share an id.
  return /^[^\\#?%:\p{Cc}]{1,128}$/u.test(text) && text.isWellFormed();
}
