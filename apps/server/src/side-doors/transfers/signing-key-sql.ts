import type { Records } from "../../store/records/records.ts";

/** The secret that signs something, in the records so that a restart and other servers know it. */
export async function signingKey(records: Records, name: string, fresh: Buffer): Promise<Buffer> {
  const row = { name, secret: fresh.toString("base64"), created_at: new Date().toISOString() };
  await records.writing
    .insertInto("signing_keys")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { secret } = await records
    .reading(undefined)
    .selectFrom("signing_keys")
    .select("secret")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return Buffer.from(secret, "base64");
}
