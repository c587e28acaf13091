import type { ProjectName } from "../../../access/project-id.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { FieldNotAllowed } from "../../query/field-not-allowed.ts";
import type { ColumnField, Field } from "../../query/expression.ts";
import type { Parameters } from "../../query/parameters.ts";
import { traceNameSql } from "../record/trace-name.ts";
import { CallLeaf, type LeafMode } from "./call-leaf-sql.ts";
import type { PayloadPlace } from "../expand/ref-level.ts";
import type { FeedbackBeside } from "../feedback/feedback-beside-sql.ts";
import { feedbackPath } from "../feedback/feedback-path.ts";
import { payloadPath } from "./payload-path.ts";
import type { RefFields } from "../expand/ref-fields.ts";

const never = "CAST(NULL, 'Nullable(DateTime64(6, \\'UTC\\'))')";
const latencyUs = "toUnixTimestamp64Micro(ended_at) - toUnixTimestamp64Micro(started_at)";

/** The columns hold empty text for an absent value. */
function optional(column: string): ColumnField {
  return { sql: `nullIf(${column}, '')`, type: "string", isNullable: true };
}

function required(column: string): ColumnField {
  return { sql: column, type: "string", isNullable: false };
}

/** The fields of a call that have a column or are derived from columns. */
const fields: Readonly<Record<string, ColumnField>> = {
  id: required("id"),
  trace_id: required("trace_id"),
  parent_id: optional("parent_id"),
  thread_id: optional("thread_id"),
  turn_id: optional("turn_id"),
  op_name: required("op_name"),
  display_name: optional("display_name"),
  started_at: { sql: "started_at", type: "instant", isNullable: false },
  ended_at: { sql: "ended_at", type: "instant", isNullable: true },
  exception: { sql: "exception", type: "string", isNullable: true },
  wb_user_id: required("wb_user_id"),
  wb_run_id: optional("wb_run_id"),
  wb_run_step: { sql: "wb_run_step", type: "number", isNullable: true },
  wb_run_step_end: { sql: "wb_run_step_end", type: "number", isNullable: true },
  deleted_at: { sql: never, type: "instant", isNullable: true },
  expire_at: { sql: never, type: "instant", isNullable: true },
  input_refs: { sql: "input_refs", type: "strings", isNullable: false },
  output_refs: { sql: "output_refs", type: "strings", isNullable: false },
  "summary.weave.status": required("status"),
  "summary.weave.latency_ms": {
    sql: `intDiv(${latencyUs}, 1000)`,
    type: "number",
    isNullable: true,
  },
  "summary.weave.trace_name": {
    sql: `if(display_name != '', display_name, ${traceNameSql})`,
    type: "string",
    isNullable: false,
  },
};

/** The fields of calls for one statement. */
export class CallFields {
  readonly #project: ProjectName;
  readonly #parameters: Parameters;
  readonly #mode: LeafMode;
  readonly #behind: RefFields | undefined;
  readonly #feedback: FeedbackBeside;
  readonly #unknown = new Set<string>();
  readonly #found = new Map<string, Field>();

  /**
   * The columns hold the internal id of the project, while a query names the project as clients do;
   * so the name is a parameter. `feedback` has the fields of feedback. `behind` has the fields whose
   * paths lead through refs.
   */
  constructor(
    project: ProjectName,
    parameters: Parameters,
    mode: LeafMode,
    feedback: FeedbackBeside,
    behind?: RefFields,
  ) {
    this.#project = project;
    this.#feedback = feedback;
    this.#parameters = parameters;
    this.#mode = mode;
    this.#behind = behind;
  }

  /**
   * The field of this path.
   *
   * @throws FieldNotAllowed for a field that calls do not have, InvalidInput for a field that
   * queries do not support yet or a path over a limit.
   */
  field(path: string): Field {
    const found = this.#found.get(path) ?? this.#make(path);
    this.#found.set(path, found);
    return found;
  }

  /**
   * SQL for whether the columns of leaves do not tell what was asked of the fields so far; undefined
   * if they always do.
   */
  get unknown(): string | undefined {
    return this.#unknown.size > 0 ? `(${[...this.#unknown].join(" OR ")})` : undefined;
  }

  #make(path: string): Field {
    if (path === "project_id") {
      const sql = this.#parameters.add(this.#project, "String");
      return { sql, type: "string", isNullable: false };
    }
    if (Object.hasOwn(fields, path)) return fields[path]!;
    const place = payloadPath(path);
    if (!place) return this.#ofFeedback(path);
    if (place.root === "summary" && place.steps[0] === "weave") throw new FieldNotAllowed(path);
    const plain = (at: PayloadPlace): CallLeaf =>
      new CallLeaf(at, this.#mode, this.#parameters, this.#unknown);
    return this.#behind?.field(place, plain, this.#parameters) ?? plain(place);
  }

  #ofFeedback(path: string): Field {
    const asked = feedbackPath(path);
    if (asked) return this.#feedback.field(asked);
    throw otherField(path);
  }
}

/**
 * The field of this path, if it needs no payload.
 *
 * @throws FieldNotAllowed for a field that calls do not have, InvalidInput for a field that such a
 * use does not support.
 */
export function callField(path: string): ColumnField {
  if (Object.hasOwn(fields, path)) return fields[path]!;
  if (path === "summary.weave" || path.startsWith("summary.weave."))
    throw new FieldNotAllowed(path);
  if (!payloadPath(path)) throw otherField(path);
  throw new InvalidInput(`Field ${shortened(path)} is not supported in orders yet.`);
}

function otherField(path: string): InvalidInput {
  if (path !== "annotation_queue_items.queue_id") return new FieldNotAllowed(path);
  return new InvalidInput(
    `Field ${path} is not supported: annotation queues are not built yet. Leave it out of the query.`,
  );
}

function shortened(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
