/**
 * A request without the text that names its project: the project itself stands beside it, in both of
 * its spellings.
 */
export type WithoutProject<Request extends { readonly project_id: string }> = Omit<
  Request,
  "project_id"
>;
