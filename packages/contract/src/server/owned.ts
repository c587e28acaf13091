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
export const makers: Readonly<Record<string, Maker>> = {
  model: makeModel,
  job: makeJob,
  trajectory: makeTrajectory,
  artifact: makeArtifact,
};

/** Makers for operations that need things of a kind in another state. */
const makersFor: Readonly<Record<string, Readonly<Record<string, Maker>>>> = {
  "artifacts.fileContent": { artifact: makeCommittedArtifact },
};

/** Makes one new thing of each kind that requests of an operation name by id. */
export async function newIds(
  server: RunningServer,
  service: Service,
  placed: PlacedOperation,
): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {};
  for (const { by } of projectPlaces(service, placed)) {
    if (by === undefined) continue;
    const make = makersFor[placed.operation.operationId]?.[by] ?? makers[by];
    if (make !== undefined) ids[by] = await make(server);
  }
  return ids;
}

async function makeModel(server: RunningServer): Promise<string> {
  const model = { project: "support", name: randomUUID(), base_model: "heddle/loom" };
  return await make(server, "models", model);
}

async function makeJob(server: RunningServer): Promise<string> {
  const job = { model_id: await makeModel(server), trajectory_groups: [] };
  return await make(server, "training-jobs", job);
}

async function makeTrajectory(server: RunningServer): Promise<string> {
  const path = `models/${await makeModel(server)}`;
  await post(server, `${path}/log`, {
    split: "val",
    trajectory_groups: [{ trajectories: [{ reward: 1 }] }],
  });
  const answer = await fetch(`${server.url}/training/v1/preview/${path}/trajectories`, {
    headers: credentials(server.keys.write),
  });
  const { data } = (await answer.json()) as { data: { trajectories: { id: string }[] }[] };
  const [trajectory] = data[0]?.trajectories ?? [];
  if (trajectory === undefined) throw new Error(`${answer.status}: no trajectory is listed`);
  return trajectory.id;
}

/** Pending, with a file of the name that the examples have. */
async function makeArtifact(server: RunningServer): Promise<string> {
  const artifact = { project: "support", name: randomUUID(), type: "dataset" };
  const id = await make(server, "artifacts", artifact);
  const answer = await fetch(
    `${server.url}/training/v1/preview/artifacts/${id}/files/train.jsonl`,
    { method: "PUT", headers: credentials(server.keys.write), body: "{}\n" },
  );
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return id;
}

async function makeCommittedArtifact(server: RunningServer): Promise<string> {
  return await make(server, `artifacts/${await makeArtifact(server)}/commit`, {});
}

async function make(server: RunningServer, what: string, body: object): Promise<string> {
  return ((await post(server, what, body)) as { id: string }).id;
}

async function post(server: RunningServer, what: string, body: object): Promise<unknown> {
  const answer = await fetch(`${server.url}/training/v1/preview/${what}`, {
    method: "POST",
    headers: { ...credentials(server.keys.write), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return await answer.json();
}
