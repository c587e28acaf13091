/**
 * Finds the projects that a value names in a form of its own, as refs and names of models do. It
 * reads and looks nothing up: a name of nothing is passed on as it is.
 */
export interface ProjectNames {
  /** What the value names, for the 404: `model`. Without it the 404 speaks of the project. */
  readonly what?: string;
  /**
   * `entity/project`, several of them, or nothing where the value names none. The value is what the
   * schema has not seen yet: of any type, or the reader of a body of bytes, which it may read whole.
   */
  projectsOf(value: unknown): NamedProjects | Promise<NamedProjects>;
}

/** What a value names. */
export type NamedProjects = string | readonly string[] | undefined;

/** Looks up whose something is that a request names by its id. */
export interface Owner {
  /** What the id is of, for the 404: `training job`. */
  readonly what: string;
  /** `entity/project` of what has this id; `undefined` where nothing has it. */
  projectOf(id: string): string | undefined | Promise<string | undefined>;
}

/** By the name that stands before a place in `x-project`. */
export type ByName<T> = Readonly<Record<string, T>>;
