import type { Transaction } from "kysely";
import type { Schema } from "../store/records/schema.ts";

/** Records an entity together with its first key or project; later calls change nothing. */
export async function recordEntity(
  tx: Transaction<Schema>,
  name: string,
  createdAt: string,
): Promise<void> {
  await tx
    .insertInto("entities")
    .values({ name, created_at: createdAt })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}
