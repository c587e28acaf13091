import type { ProjectName } from "../../../access/project-id.ts";
import { wireText } from "../../instant.ts";
import type { AskedField } from "./asked-columns-sql.ts";
import type { FeedbackRead } from "./feedback-reader-sql.ts";

/** The JSON text of one row of an answer, with refs as they are stored. */
export function answerText(
  row: FeedbackRead,
  fields: readonly AskedField[],
  project: ProjectName,
): string {
  let text = "";
  for (const { name, column, kind } of fields) {
    const value = row[column];
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:`;
    switch (kind) {
      case "project":
        text += JSON.stringify(project);
        break;
      case "moment":
        text += `"${wireText(value as string)}"`;
        break;
      case "payload":
        text += value as string;
        break;
      case "optional":
        text += JSON.stringify(value === "" ? null : value);
        break;
      default:
        text += JSON.stringify(value);
    }
  }
  return `{${text}}`;
}
