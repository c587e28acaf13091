/** The packages, by folder, that a package may import. */
export type PackageRow = readonly string[] | "everything";

/** Who may import whom among the packages. An arrow that is not here would make a circle, or pull in what a user does not need. */
export const packageRows: Readonly<Record<string, PackageRow>> = {
  "packages/codegen": [],
  "packages/types": [],
  "packages/client": ["packages/types"],
  "packages/server-kit": ["packages/types"],
  "packages/text": [],
  "packages/engine": ["packages/text"],
  "apps/stub": ["packages/server-kit", "packages/types"],
  "apps/server": ["packages/server-kit", "packages/types", "packages/engine", "packages/text"],
  // Its suites hold every package to the spec; it is not published.
  "packages/contract": "everything",
};
