import type { ProjectId } from "../../../access/project-id.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { refuseLong } from "../../query/condition-bound.ts";
import type { DynamicField } from "../../query/dynamic-field.ts";
import type { OrderTerm } from "../../query/order.ts";
import type { Parameters } from "../../query/parameters.ts";
import { callRefStart } from "./call-ref.ts";
import { FeedbackField } from "./feedback-field-sql.ts";
import { FeedbackOfType } from "./feedback-of-type-sql.ts";
import type { FeedbackPath } from "./feedback-path.ts";

const maxTypes = requestBounds.joinedFeedbackTypes.limit;

/** The feedback that a statement reads beside its calls. */
export class FeedbackBeside {
  readonly #projectId: ProjectId;
  readonly #parameters: Parameters;
  readonly #types = new Map<string | undefined, FeedbackOfType>();
  #project: string | undefined;
  #required: readonly string[] = [];
  #characters = 0;

  /** Its values become parameters of the statement. */
  constructor(projectId: ProjectId, parameters: Parameters) {
    this.#projectId = projectId;
    this.#parameters = parameters;
  }

  /** Whether the statement needs any. */
  get isUsed(): boolean {
    return [...this.#types.values()].some(({ isUsed }) => isUsed);
  }

  /** @throws InvalidInput for more types than one request may name. */
  field(path: FeedbackPath): DynamicField {
    return new FeedbackField(path, this.#ofType(path.type));
  }

  /** Notes the names of the conditions that must all hold for a match. */
  require(conditions: readonly string[]): void {
    this.#required = conditions;
  }

  /** The calls that may match; undefined if that may be calls without feedback. */
  get callsThatMayMatch(): CallIdsSql | undefined {
    for (const type of this.#types.values()) {
      for (const name of this.#required) {
        const ids = type.callsMeeting(name);
        if (ids !== undefined) return { ids };
      }
    }
    return undefined;
  }

  /** The calls in an order that begins with feedback; undefined for any other order. */
  rankedBy(terms: readonly OrderTerm[]): RankedCalls | undefined {
    const types = [...this.#types.values()];
    const type = types.find((one) => one.isReadBy(terms[0]?.sql ?? ""));
    if (type === undefined) return undefined;
    const others = terms.findIndex(({ sql }) => !type.isReadBy(sql));
    const isTotal = terms[others]?.sql === "id";
    return {
      feedback: this,
      terms: terms.slice(0, others + (isTotal ? 1 : 0)),
      isTotal,
      sql: type.callsSql,
    };
  }

  /** For `FROM`, after the table of calls. With `calls`, only the feedback on these is read. */
  joinSql(parameters: Parameters, calls?: CallIdsSql): string {
    const restriction = calls === undefined ? "" : this.#onCalls(calls, parameters);
    const used = [...this.#types.values()].filter(({ isUsed }) => isUsed);
    return used.map((type) => type.joinSql(restriction)).join("\n");
  }

  #onCalls(calls: CallIdsSql, parameters: Parameters): string {
    const ids = `SELECT id FROM feedback WHERE ${this.#inProject}`;
    if ("ids" in calls) return ` AND id IN (${ids} AND call_id IN ${calls.ids})`;
    const start = callRefStart(this.#projectId);
    const refs =
      "list" in calls
        ? parameters.addList(
            calls.list.map((id) => start + id),
            "Array(String)",
          )
        : `(SELECT concat(${parameters.add(start, "String")}, id) FROM calls ${calls.where})`;
    return ` AND id IN (${ids} AND weave_ref IN ${refs})`;
  }

  #ofType(type: string | undefined): FeedbackOfType {
    const known = this.#types.get(type);
    if (known) return known;
    if (this.#types.size === maxTypes) {
      throw new InvalidInput(
        `The query and sort_by name more than ${maxTypes} types of feedback, the limit of one ` +
          "request. Send several queries.",
      );
    }
    const isOfType =
      type === undefined ? "" : ` AND feedback_type = ${this.#parameters.add(type, "String")}`;
    const name = `feedback_${this.#types.size}`;
    const onText = (characters: number): void => refuseLong((this.#characters += characters));
    const made = new FeedbackOfType(name, this.#inProject + isOfType, this.#parameters, onText);
    this.#types.set(type, made);
    return made;
  }

  get #inProject(): string {
    this.#project ??= this.#parameters.add(this.#projectId, "String");
    return `project_id = ${this.#project}`;
  }
}

/** The calls that have feedback of one type, for an order that begins with it. */
export interface RankedCalls {
  readonly feedback: FeedbackBeside;
  /** The first terms of the order, as far as the feedback and the id of a call tell them. */
  readonly terms: readonly OrderTerm[];
  /** Whether no two calls are equal in all these terms. */
  readonly isTotal: boolean;
  /** For `FROM`: the calls, with what the terms read. */
  readonly sql: string;
}

/** Calls: a list of ids, the clauses that select calls, or a subquery that selects ids. */
export type CallIdsSql =
  | { readonly list: readonly string[] }
  | { readonly where: string }
  | { readonly ids: string };
