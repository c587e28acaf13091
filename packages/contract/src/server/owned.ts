import { randomUUID } from "node:crypto";
import { projectPlaces } from "../requests/with-project.ts";
import type { PlacedOperation } from "../spec/document.ts";
import type { Service } from "../spec/services.ts";
import { credentials } from "./credentials.ts";
import type { RunningServer } from "./running-server.ts";

/** Makes something of the entity `acme`, in `acme/support`, and returns its id. */
export type Maker = (server: RunningServer) => Promise<string>;

/**
 * Makers of the things that requests name by id, by their word in `x-project`.
 *
 * The matrix of operations and keys makes one of each for one entity, and lets another entity read,
 * change and delete it. It fails for a built operation if its kind of thing has no row here.
 */
export const makers: Readonly<Record<string, Maker>> = { model: makeModel };

/** Makes one new thing of each kind that requests of an operation name by id. */
export async function newIds(
  server: RunningServer,
  service: Service,
  placed: PlacedOperation,
): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {};
  for (const { by } of projectPlaces(service, placed)) {
    const make = by === undefined ? undefined : makers[by];
    if (by !== undefined && make !== undefined) ids[by] = await make(server);
  }
  return ids;
}

async function makeModel(server: RunningServer): Promise<string> {
  const answer = await fetch(`${server.url}/training/v1/preview/models`, {
    method: "POST",
    headers: { ...credentials(server.keys.write), "content-type": "application/json" },
    body: JSON.stringify({ project: "support", name: randomUUID(), base_model: "heddle/loom" }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}
