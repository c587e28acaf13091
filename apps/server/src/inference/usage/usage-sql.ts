import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Records } from "../../store/records/records.ts";
import type { ChatUsageTable } from "../../store/records/schema.ts";
import type { UsageRow } from "./usage-row.ts";

/** Which stored usage is wanted, and how it is summed up. */
export interface UsageQuery {
  readonly by: "hour" | "day";
  /** Hours from this one on. */
  readonly sinceHour: string;
  /** `entity/project`, or a name that projects of several entities may have. */
  readonly project?: string | undefined;
  readonly model?: string | undefined;
}

/** The usage of a series in an hour, or in a day: then `hour` is `2026-11-23`. */
export type SummedUsage = UsageRow;

/** Rows of one statement: SQLite takes 32,766 values in one, PostgreSQL 65,535. */
const rowsAtOnce = 1_000;

/** The usage in the records. */
export class StoredUsage {
  readonly #records: Pick<Records, "reading" | "transaction">;

  constructor(records: Pick<Records, "reading" | "transaction">) {
    this.#records = records;
  }

  /** Adds to what is stored of the same series and hours, all rows or none. */
  async add(rows: readonly UsageRow[]): Promise<void> {
    await this.#records.transaction(async (tx) => {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        await tx
          .insertInto("chat_usage")
          .values(rows.slice(at, at + rowsAtOnce).map(stored))
          .onConflict((conflict) =>
            conflict.columns(["hour", "entity", "project", "model"]).doUpdateSet((eb) => ({
              requests: eb("chat_usage.requests", "+", eb.ref("excluded.requests")),
              failures: eb("chat_usage.failures", "+", eb.ref("excluded.failures")),
              prompt_tokens: eb("chat_usage.prompt_tokens", "+", eb.ref("excluded.prompt_tokens")),
              cached_tokens: eb("chat_usage.cached_tokens", "+", eb.ref("excluded.cached_tokens")),
              completion_tokens: eb(
                "chat_usage.completion_tokens",
                "+",
                eb.ref("excluded.completion_tokens"),
              ),
            })),
          )
          .execute();
      }
    });
  }

  /** Sums up usage: the oldest hour or day first, then by entity, project and model. */
  async read(
    { by, sinceHour, project, model }: UsageQuery,
    signal?: AbortSignal,
  ): Promise<readonly SummedUsage[]> {
    const time = by === "hour" ? sql<string>`hour` : sql<string>`substr(hour, 1, 10)`;
    let query = this.#records
      .reading(signal)
      .selectFrom("chat_usage")
      .select(({ fn }) => [
        time.as("hour"),
        "entity",
        "project",
        "model",
        fn.sum<number>("requests").as("requests"),
        fn.sum<number>("failures").as("failures"),
        fn.sum<number>("prompt_tokens").as("promptTokens"),
        fn.sum<number>("cached_tokens").as("cachedTokens"),
        fn.sum<number>("completion_tokens").as("completionTokens"),
      ])
      .where("hour", ">=", sinceHour);
    if (model !== undefined) query = query.where("model", "=", model);
    if (project?.includes("/") === true) query = query.where("project", "=", project);
    else if (project !== undefined) query = query.where(ofAnyEntity(project));
    return await query
      .groupBy([time, "entity", "project", "model"])
      .orderBy(time)
      .orderBy("entity")
      .orderBy("project")
      .orderBy("model")
      .execute();
  }
}

/** The projects of this name, whosever they are. */
function ofAnyEntity(name: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`project = entity || '/' || ${name}`;
}

function stored(row: UsageRow): ChatUsageTable {
  const { hour, entity, project, model, requests, failures } = row;
  return {
    hour,
    entity,
    project,
    model,
    requests,
    failures,
    prompt_tokens: row.promptTokens,
    cached_tokens: row.cachedTokens,
    completion_tokens: row.completionTokens,
  };
}
