import type { VersionedTable } from "../../query/versioned-table-sql.ts";

/** The table of calls: a call is named by its start and its id. */
export const calls: VersionedTable = { name: "calls", key: ["started_at", "id"] };
