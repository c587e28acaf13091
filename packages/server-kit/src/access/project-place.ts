/** One place of a request that names a project, or something that belongs to one (`x-project`). */
export interface ProjectPlace {
  readonly in: "body" | "path" | "query" | "header" | "part";
  /** JSON pointer: `/project_id`, with `*` for every item of an array; empty for the whole body. */
  readonly at: string;
  /**
   * JSON pointer to the entity, where `at` leads to a project's name alone. Both are members of one
   * object. An absent or null entity means the principal's own.
   */
  readonly entityAt?: string;
  /**
   * The finder or owner that knows the project of the value: a name in `ServiceSpec.finders`,
   * `AppOptions.finders` or `AppOptions.owners`. Without it the value itself is `entity/project`.
   */
  readonly by?: string;
}
