import type { ProjectName } from "../../../access/project-id.ts";
import type { ColumnField, Field } from "../../query/expression.ts";
import type { Fields } from "../../query/compile-query.ts";
import type { Parameters } from "../../query/parameters.ts";
import { isPayloadPath, mapEntryOf, members } from "../record/feedback-members.ts";
import { FeedbackPayload } from "./feedback-payload-sql.ts";
import { UnknownField } from "./unknown-field.ts";

/** The fields of feedback for one statement. */
export class FeedbackFields implements Fields {
  readonly #project: ProjectName;
  readonly #parameters: Parameters;
  readonly #found = new Map<string, Field>();

  /** The columns hold the internal id of the project; queries name it as clients do. */
  constructor(project: ProjectName, parameters: Parameters) {
    this.#project = project;
    this.#parameters = parameters;
  }

  /** @throws UnknownField for a field that feedback does not have. */
  field(path: string): Field {
    const found = this.#found.get(path) ?? this.#make(path);
    this.#found.set(path, found);
    return found;
  }

  #make(path: string): Field {
    if (isPayloadPath(path)) return new FeedbackPayload(path, this.#parameters);
    const column = this.#column(path) ?? mapEntry(path, this.#parameters);
    if (column) return column;
    throw new UnknownField(path, "in conditions and orders");
  }

  #column(path: string): ColumnField | undefined {
    switch (members.get(path)) {
      case "project": {
        const sql = this.#parameters.add(this.#project, "String");
        return { sql, type: "string", isNullable: false };
      }
      case "text":
        return { sql: path, type: "string", isNullable: false };
      case "optional":
        return { sql: `nullIf(${path}, '')`, type: "string", isNullable: true };
      case "nullable":
        return { sql: path, type: "string", isNullable: true };
      case "moment":
        return { sql: path, type: "instant", isNullable: false };
      case "list":
        return { sql: path, type: "strings", isNullable: false, hasEntries: true };
      default:
        return undefined;
    }
  }
}

/** An entry of a map as SQL: null where the map does not have it. */
export function mapEntry(path: string, parameters: Parameters): ColumnField | undefined {
  const entry = mapEntryOf(path);
  if (!entry) return undefined;
  const name = parameters.add(entry.name.toWellFormed(), "String");
  const sql = `if(mapContains(${entry.map}, ${name}), ${entry.map}[${name}], NULL)`;
  return { sql, type: entry.type, isNullable: true };
}
