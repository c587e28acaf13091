/**
 * Reads project names out of values that have a form of their own, such as refs and model names. It
 * only reads: it does not check that anything of that name exists.
 */
export interface ProjectNames {
  /** The kind of thing that the value names, for the 404: `model`. Without it the 404 names the project. */
  readonly what?: string;
  /**
   * Returns `entity/project`, a list of them, or undefined where the value names none. The schema has
   * not checked the value yet, so it can have any type. For a body of bytes it is the body's reader.
   */
  projectsOf(value: unknown): NamedProjects | Promise<NamedProjects>;
}

/** The projects that a value names. */
export type NamedProjects = string | readonly string[] | undefined;

/** Looks up the project of a thing that a request names by its id. */
export interface Owner {
  /** The kind of thing, for the 404: `training job`. */
  readonly what: string;
  /** Returns `entity/project`, or undefined where nothing has this id. */
  projectOf(id: string): string | undefined | Promise<string | undefined>;
}

/** Entries by the word that stands before a place in `x-project`. */
export type ByName<T> = Readonly<Record<string, T>>;
