import { requestBounds } from "../config/request-bounds.ts";
import { InvalidInput } from "../refusals/refusal.ts";
import type { ProjectId } from "../store/records/project-id.ts";

export type { ProjectId };

declare const spelling: unique symbol;
declare const writable: unique symbol;

/** The name of a project, as people and refs write it: `entity/project`. */
export type ProjectName = string & { readonly [spelling]: "entity/project" };

/** A project in both spellings. */
export interface Project {
  readonly name: ProjectName;
  readonly id: ProjectId;
}

/**
 * The id of a project to which the operation under way may write. Stores take no other id for their
 * writes; only `RequestProjects.writable` makes one.
 */
export type WritableId = ProjectId & { readonly [writable]: true };

/** A project to which the operation under way may write. */
export interface WritableProject extends Project {
  readonly id: WritableId;
}

/** The two parts of a project's name. */
export interface ProjectParts {
  readonly entity: string;
  readonly name: string;
}

const maxCharacters = requestBounds.projectCharacters.limit;

/** A text in the place of a project's name is not a name. */
export class InvalidProjectName extends InvalidInput {
  constructor() {
    super(
      `project_id must be "entity/project": two parts with a slash in between, each of them ` +
        `1 to ${maxCharacters} characters long and without \\ # ? % :`,
    );
  }
}

/** A text in the place of a project's internal id is not an id. */
export class InvalidProjectId extends InvalidInput {
  constructor() {
    super(
      "A ref names its project by an id that no project can have: write weave:///<entity>/<project>/…",
    );
  }
}

/** Reads a text of the form `entity/project`; undefined for any other text. */
export function parseProject(text: string): Project | undefined {
  const [entity = "", name = "", ...rest] = text.split("/");
  if (!isPart(entity) || !isPart(name) || rest.length > 0) return undefined;
  return {
    name: text as ProjectName,
    id: Buffer.from(text, "utf8").toString("base64url") as ProjectId,
  };
}

/** The project of an internal id; undefined for a text that is no internal id. */
export function parseProjectId(text: string): Project | undefined {
  const name = Buffer.from(text, "base64url").toString("utf8");
  // Node accepts several spellings of base64; an id has only one.
  if (Buffer.from(name, "utf8").toString("base64url") !== text) return undefined;
  return parseProject(name);
}

/** The two parts of a project's name: the entity, and the name within it. */
export function partsOf(project: ProjectName): ProjectParts {
  const [entity = "", name = ""] = project.split("/");
  return { entity, name };
}

/**
 * The project that a text names.
 *
 * @throws InvalidProjectName when the text is not `entity/project`.
 */
export function projectNamed(text: string): Project {
  const project = parseProject(text);
  if (!project) throw new InvalidProjectName();
  return project;
}

/**
 * The project of an internal id.
 *
 * @throws InvalidProjectId when the text is no internal id.
 */
export function projectWithId(text: string): Project {
  const project = parseProjectId(text);
  if (!project) throw new InvalidProjectId();
  return project;
}

/**
 * Checks that a text is the name of a project.
 *
 * @throws InvalidProjectName when the text is not `entity/project`.
 */
export function projectName(text: string): ProjectName {
  return projectNamed(text).name;
}

/**
 * The id under which stores keep a project.
 *
 * @throws InvalidProjectName when the text is not `entity/project`.
 */
export function internalProjectId(text: string): ProjectId {
  return projectNamed(text).id;
}

function isPart(text: string): boolean {
  // A character outside the basic plane has two units, and an emoji may have many characters.
  const isShort = text.length <= 2 * maxCharacters && Array.from(text).length <= maxCharacters;
  // A lone surrogate has no UTF-8: two names would share an id.
  return isShort && /^[^\\#?%:\p{Cc}]+$/u.test(text) && text.isWellFormed();
}
