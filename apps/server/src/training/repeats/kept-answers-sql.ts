import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { ProjectId, WritableId } from "../../access/project-id.ts";
import { Contradiction } from "../../refusals/refusal.ts";
import type { RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";

/** The same `Idempotency-Key` came before, with another body. */
export class KeyReused extends Contradiction {
  constructor() {
    super("This Idempotency-Key came before with another body. Send a new key with a new body.");
  }
}

/** A request that makes something, and may be repeated. */
export interface Repeatable {
  /** The operation, and what it is asked of. */
  readonly scope: string;
  /** The `Idempotency-Key` of the request; undefined where it has none, and nothing is kept. */
  readonly key: string | undefined;
  readonly bodyDigest: string;
}

/** How long an answer is kept, in ms: a day. */
const keptMs = 24 * 60 * 60 * 1000;

/** The digest of a small body, by its members in their order. */
export function digestOfBody(body: unknown): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}

/**
 * The answer that the same request got before; undefined if it is the first.
 *
 * @throws KeyReused
 */
export async function keptAnswer(
  db: RecordsReader,
  project: ProjectId,
  { scope, key, bodyDigest }: Repeatable,
  now: Date,
): Promise<unknown> {
  if (key === undefined) return undefined;
  const kept = await db
    .selectFrom("kept_answers")
    .select(["body_digest", "answer"])
    .where("project_id", "=", project)
    .where("scope", "=", scope)
    .where("key", "=", key)
    .where("created_at", ">", dayBefore(now))
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  if (kept.body_digest !== bodyDigest) throw new KeyReused();
  return JSON.parse(kept.answer);
}

/**
 * Keeps an answer in the transaction that makes what it tells, unless it is kept already, and
 * forgets those that are too old.
 */
export async function keepAnswer(
  tx: Transaction<Schema>,
  project: WritableId,
  { scope, key, bodyDigest }: Repeatable,
  answer: unknown,
  now: Date,
): Promise<void> {
  if (key === undefined) return;
  await tx.deleteFrom("kept_answers").where("created_at", "<=", dayBefore(now)).execute();
  await tx
    .insertInto("kept_answers")
    .values({
      project_id: project,
      scope,
      key,
      body_digest: bodyDigest,
      created_at: now.toISOString(),
      answer: JSON.stringify(answer),
    })
    .onConflict((conflict) => conflict.columns(["project_id", "scope", "key"]).doNothing())
    .execute();
}

/** Forgets the answers of one scope, which is being deleted. */
export async function forgetAnswers(
  tx: Transaction<Schema>,
  project: WritableId,
  scope: string,
): Promise<void> {
  await tx
    .deleteFrom("kept_answers")
    .where("project_id", "=", project)
    .where("scope", "=", scope)
    .execute();
}

function dayBefore(now: Date): string {
  return new Date(now.getTime() - keptMs).toISOString();
}
