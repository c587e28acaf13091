/** Reads by name, and reads and publishes what was deleted, as the SDK does; reports what it got. */
import * as weave from "weave";

const [, , project = ""] = process.argv;
const client = await weave.init(project);

/** Sends what this SDK has no method for. */
async function send(method: "POST" | "PUT", path: string, members: object): Promise<void> {
  const key = Buffer.from(`api:${process.env["WANDB_API_KEY"]}`).toString("base64");
  const response = await fetch(`${process.env["WF_TRACE_SERVER_URL"]}/traces${path}`, {
    method,
    headers: { authorization: `Basic ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ project_id: project, ...members }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

const named = (version: string): Promise<unknown> =>
  client.get(new weave.ObjectRef(project, "greeting", version));
const rejection = (ref: weave.ObjectRef): Promise<unknown> =>
  client.get(ref).then(
    () => "it was read",
    ({ status, error }: { status: number; error: unknown }) => ({ status, error }),
  );

const world = await client.publish({ hello: "world" }, "greeting");
const moon = await client.publish({ hello: "moon" }, "greeting");
const aliases = { digest: world.digest, aliases: ["production"] };
await send("PUT", "/objs/greeting/aliases", aliases);
const before = [await named("production"), await named("latest"), await named("v0")];

await send("POST", "/obj/delete", { object_id: "greeting", digests: [moon.digest] });
const deleted = await rejection(moon);
const latest = await named("latest");
const revived = await client.publish({ hello: "moon" }, "greeting");

const rows = [{ a: 1 }, { a: 2 }];
const dataset = await new weave.Dataset({ name: "sums", rows }).save();
await send("POST", "/obj/delete", { object_id: "sums" });
const datasetDeleted = await rejection(dataset);
const again = await new weave.Dataset({ name: "sums", rows }).save();
const read: { length: number } = await client.get(again);

process.send?.({
  before,
  deleted,
  latest,
  isSameDigest: [revived.digest === moon.digest, again.digest === dataset.digest],
  revived: await client.get(moon),
  datasetDeleted,
  rows: read.length,
});
