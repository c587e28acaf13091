import type { Transaction } from "kysely";
import type { Schema } from "../store/records/schema.ts";

/** Records an entity at the first thing it owns, a key or a project; later ones change nothing. */
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
