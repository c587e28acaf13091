import type { ProjectId } from "../../../access/project-id.ts";
import type { Parameters } from "../../query/parameters.ts";
import { calls } from "./calls-table.ts";

/** The condition that a row is at a place that a call with one of these ids has or had. */
export function placesByIds(
  projectId: ProjectId,
  ids: readonly string[],
  parameters: Parameters,
): string {
  const project = `project_id = ${parameters.add(projectId, "String")}`;
  const key = calls.key.join(", ");
  // The projection by id answers this.
  return `${project} AND (${key}) IN (
      SELECT ${key} FROM calls WHERE ${project} AND id IN ${parameters.addList(ids, "Array(String)")})`;
}
