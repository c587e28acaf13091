/** One place of a request that names a project, or something that belongs to one (`x-project`). */
export interface ProjectPlace {
  readonly in: "body" | "path" | "query" | "header" | "part";
  /** JSON pointer: `/project_id`, with `*` for every item of an array; empty for the whole body. */
  readonly at: string;
  /**
   * JSON pointer to the entity, where the value at `at` is a project without one. It is a member of
   * the same object; absent or null, it means the principal's own entity.
   */
  readonly entityAt?: string;
  /**
   * Who says which project the value belongs to: a name of `ServiceSpec.finders`,
   * `AppOptions.finders` or `AppOptions.owners`. Without it the value is `entity/project`.
   */
  readonly by?: string;
}
