import type { FilledContents } from "./fill-contents.ts";
import type { RecordedRequest } from "./recorded-folder.ts";

/** Reads of the objects, tables and files of a project that a release answers. */
export function contentRequests(
  project_id: string,
  { objects, tables, rows, files, refs }: FilledContents,
): readonly RecordedRequest[] {
  const to = (path: string, bodies: readonly object[]): RecordedRequest[] =>
    bodies.map((body) => ({ path, body: { project_id, ...body } }));
  const versions = Object.entries(objects).flatMap(([object_id, digests]) =>
    [...digests, "latest", "v0"].map((digest) => ({ object_id, digest })),
  );
  return [
    ...to("/obj/read", versions),
    ...to("/obj/read", [{ ...versions[0], metadata_only: true, include_tags_and_aliases: true }]),
    ...to("/objs/query", lists),
    ...to(
      "/table/query_stream",
      tables.slice(0, 4).map((digest) => ({ digest })),
    ),
    ...to("/table/query", tablePages(tables, rows)),
    ...to(
      "/table/query_stats",
      tables.map((digest) => ({ digest })),
    ),
    ...to("/table/query_stats_batch", [
      { digests: [...tables, "none"], include_storage_size: true },
      { digests: tables.slice(0, 1) },
    ]),
    ...to(
      "/file/content",
      files.map((digest) => ({ digest })),
    ),
    ...to("/files/query_stats", [{}]),
    { path: "/refs/read_batch", body: { refs } },
  ];
}

const lists: readonly object[] = [
  {},
  { include_storage_size: true, include_tags_and_aliases: true, metadata_only: true },
  { filter: { is_op: true } },
  { filter: { latest_only: true }, metadata_only: true },
  { filter: { object_ids: ["prompt", "scalar", "none"] }, limit: 3, offset: 1 },
  { filter: { base_object_classes: ["Model", "Dataset"] } },
  { filter: { exclude_base_object_classes: ["Model"], is_op: false }, metadata_only: true },
  { filter: { leaf_object_classes: ["M"] } },
  { filter: { aliases: ["latest"] }, metadata_only: true },
  ...["object_id", "created_at"].flatMap((field) =>
    ["asc", "desc"].map((direction) => {
      return { sort_by: [{ field, direction }], metadata_only: true, limit: 12 };
    }),
  ),
];

function tablePages(tables: readonly string[], rows: readonly string[]): readonly object[] {
  const [first, , , , long] = tables;
  return [
    { digest: first, limit: 3, offset: 2 },
    { digest: first, filter: { row_digests: rows.slice(1, 3) } },
    ...["x", "y", "y.z.1"].flatMap((field) =>
      ["asc", "desc"].map((direction) => ({ digest: first, sort_by: [{ field, direction }] })),
    ),
    { digest: long, limit: 5, offset: 290, sort_by: [{ field: "i", direction: "desc" }] },
  ];
}
