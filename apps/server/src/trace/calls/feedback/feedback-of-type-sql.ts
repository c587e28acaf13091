import type { DynamicField } from "../../query/dynamic-field.ts";
import type { Parameters } from "../../query/parameters.ts";
import type { FeedbackPath } from "./feedback-path.ts";
import { externalSql, rowValueSql, shortOf } from "./stored-value-sql.ts";

/** Each column counts as so many characters more: the engine takes long to plan many of them. */
const columnCharacters = 400;
/** A number for the id of a call: it joins faster than the id. */
const callSql = (id: string): string => `reinterpretAsUInt128(sipHash128(${id}))`;
/** Orders the pieces on a call by their creation, in one number: that takes half the time. */
const keySql = "bitShiftLeft(toUInt128(toUnixTimestamp64Micro(created_at)), 64) + sipHash64(id)";

/** The feedback of one type, by call, as a subquery that gets its columns one by one. */
export class FeedbackOfType {
  readonly #name: string;
  readonly #condition: string;
  readonly #parameters: Parameters;
  readonly #onText: (characters: number) => void;
  /** The columns of each piece, and those of each call. */
  readonly #ofPieces: string[] = [];
  readonly #ofCalls: string[] = [];
  readonly #values = new Map<string, DynamicField>();
  readonly #columns = new Map<string, string>();
  readonly #pieceColumns = new Map<string, string>();
  readonly #needed = new Map<string, string>();

  /**
   * `name` begins the names of all columns. `condition` is the one on the pieces. `onText` is told
   * the length of each part of the statement.
   */
  constructor(
    name: string,
    condition: string,
    parameters: Parameters,
    onText: (characters: number) => void,
  ) {
    this.#name = name;
    this.#condition = condition;
    this.#parameters = parameters;
    this.#onText = onText;
  }

  /** The number by which the pieces of a call have an order. */
  get key(): string {
    return `${this.#name}_key`;
  }

  /** The value of each piece at a path. */
  value(path: FeedbackPath): DynamicField {
    const id = JSON.stringify([path.member, path.steps]);
    const known = this.#values.get(id);
    if (known) return known;
    const sql = rowValueSql(path, this.#parameters);
    const text = (): string => this.#ofPiece(externalSql(this.#ofPiece(sql.stored)));
    const value: DynamicField = {
      type: "dynamic",
      text,
      shortText: () => this.#ofPiece(shortOf(text())),
      exists: () => this.#ofPiece(sql.exists),
      size: () => this.#ofPiece(sql.size(text())),
    };
    this.#values.set(id, value);
    return value;
  }

  /** The column of calls with this aggregate of their pieces. */
  column(aggregate: string): string {
    return this.columnOnce(`sql ${aggregate}`, () => aggregate);
  }

  /** The same for an aggregate with a name: it is made only once. */
  columnOnce(name: string, aggregate: () => string): string {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const column = this.#added(this.#ofCalls, "c", aggregate());
    this.#columns.set(name, column);
    return column;
  }

  /** Notes that a condition with a name is true of no call without a piece that meets it. */
  need(name: string, condition: string): void {
    this.#needed.set(name, condition);
  }

  /**
   * For `IN`: all calls of which a condition may be true, and perhaps others, because it reads
   * replaced pieces too. Undefined if it may be true of calls without feedback.
   */
  callsMeeting(name: string): string | undefined {
    const needed = this.#needed.get(name);
    if (needed === undefined) return undefined;
    return `(SELECT call_id FROM (
      SELECT ${["call_id", ...this.#ofPieces].join(", ")} FROM feedback WHERE ${this.#condition}
    ) WHERE ${needed})`;
  }

  /** For a join with calls: one row for each call. `restriction` is a further condition. */
  joinSql(restriction: string): string {
    return `LEFT ANY JOIN (${this.#byCall(restriction)})
      AS ${this.#name} ON ${callSql("id")} = ${this.#call}`;
  }

  /** For `FROM`: one row for each call with such feedback, and its id as `id`. */
  get callsSql(): string {
    return `(${this.#byCall("", "any(call_id) AS id", "call_id")})`;
  }

  /** Whether SQL reads columns of it. */
  isReadBy(sql: string): boolean {
    return sql.includes(`${this.#name}_c`);
  }

  get #call(): string {
    return `${this.#name}_call`;
  }

  #byCall(restriction: string, ofCall: string = this.#call, ofPiece?: string): string {
    const ofPieces = [
      ...(ofPiece === undefined ? [] : [ofPiece]),
      `${callSql("call_id")} AS ${this.#call}`,
      `${keySql} AS ${this.key}`,
      ...this.#ofPieces,
    ];
    return `SELECT ${[ofCall, ...this.#ofCalls].join(", ")} FROM (
        SELECT ${ofPieces.join(", ")} FROM feedback FINAL
        WHERE ${this.#condition}${restriction} AND call_id != ''
      ) GROUP BY ${this.#call}`;
  }

  /** Whether a column of it is used. */
  get isUsed(): boolean {
    return this.#ofCalls.length > 0;
  }

  /** The column of pieces with this value. */
  #ofPiece(sql: string): string {
    const known = this.#pieceColumns.get(sql);
    if (known !== undefined) return known;
    const column = this.#added(this.#ofPieces, "p", sql);
    this.#pieceColumns.set(sql, column);
    return column;
  }

  #added(list: string[], letter: string, sql: string): string {
    this.#onText(sql.length + columnCharacters);
    const column = `${this.#name}_${letter}${list.length}`;
    list.push(`${sql} AS ${column}`);
    return column;
  }
}
