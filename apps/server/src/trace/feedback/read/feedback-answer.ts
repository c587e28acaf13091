import type { ProjectName } from "../../../access/project-id.ts";
import { wireText } from "../../instant.ts";
import type { MemberKind } from "../record/feedback-members.ts";
import type { AskedField } from "./asked-columns-sql.ts";
import type { FeedbackRead } from "./feedback-reader-sql.ts";

/** The JSON text of one row of an answer, with refs as they are stored. */
export function answerText(
  row: FeedbackRead,
  fields: readonly AskedField[],
  project: ProjectName,
): string {
  let text = "";
  for (const { name, column, kind, leftOutAs } of fields) {
    const value = valueText(kind, row[column], project);
    if (value === leftOutAs) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${value}`;
  }
  return `{${text}}`;
}

function valueText(kind: MemberKind, value: unknown, project: ProjectName): string {
  switch (kind) {
    case "project":
      return JSON.stringify(project);
    case "moment":
      return `"${wireText(value as string)}"`;
    case "payload":
      return value as string;
    case "optional":
      return JSON.stringify(value === "" ? null : value);
    default:
      return JSON.stringify(value);
  }
}
