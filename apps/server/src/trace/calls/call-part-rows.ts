import type { CallKey, EndPart, Name } from "./call.ts";
import type { PartVersions } from "./calls-lookup.ts";

/** What waits for the rest of a call. */
export interface Waiting {
  readonly end?: EndPart;
  readonly name?: Name;
}

/** Rows of `call_parts` for what waits. */
export function waitingRows(key: CallKey, { end, name }: Waiting, version: number): string[] {
  const rows: string[] = [];
  if (end) rows.push(`{${keyMembers(key, "end", version)},${end.text}}`);
  if (name) {
    const text = JSON.stringify(name.text);
    rows.push(`{${keyMembers(key, "name", version)},"display_name":${text},"named_at":${name.at}}`);
  }
  return rows;
}

/** Rows that take parts away which have found their call. */
export function retiringRows(key: CallKey, versions: PartVersions): string[] {
  return Object.entries(versions).map(
    ([kind, version]) => `{${keyMembers(key, kind, version + 1)},"is_deleted":1}`,
  );
}

function keyMembers({ projectId, id }: CallKey, kind: string, version: number): string {
  return (
    `"project_id":${JSON.stringify(projectId)},"id":${JSON.stringify(id)}` +
    `,"kind":"${kind}","version":${version}`
  );
}
