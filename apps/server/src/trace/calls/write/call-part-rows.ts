import type { Row } from "../../../store/traces/row.ts";
import type { CallKey } from "../record/call.ts";
import { waitingMembers } from "../record/part.ts";
import type { Waiting } from "./call-changes.ts";
import type { PartVersions } from "../read/calls-lookup-sql.ts";
import { nextVersion } from "../record/versions.ts";

/** Rows of `call_parts` for waiting parts. */
export function waitingRows(key: CallKey, waiting: Waiting): Row[] {
  const { end, name } = waiting;
  const versions = waitingVersions(waiting);
  const rows: Row[] = [];
  if (end) rows.push([`{${keyMembers(key, "end", end.version)},`, waitingMembers(end.part), "}"]);
  if (name) {
    const members = `"display_name":${JSON.stringify(name.text)},"named_at":${name.at}`;
    rows.push(`{${keyMembers(key, "name", versions.name ?? 0)},${members}}`);
  }
  return rows;
}

/**
 * The versions of these rows. The version of a name follows from its time, which never goes back.
 */
export function waitingVersions({ end, name }: Waiting): PartVersions {
  return {
    ...(end && { end: end.version }),
    ...(name && { name: nextVersion("started", name.at) }),
  };
}

/** Rows that remove waiting parts after they have met their call. */
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
