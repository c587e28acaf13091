/**
 * A request without the text that names its project: the project is passed separately, with its
 * name and its id.
 */
export type WithoutProject<Request extends { readonly project_id: string }> = Omit<
  Request,
  "project_id"
>;
