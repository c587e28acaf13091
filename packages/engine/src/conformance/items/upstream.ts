import type { SamplerRef } from "../../engine.ts";
import { check, checkEqual } from "../check.ts";
import type { UpstreamTrial } from "../drivers.ts";
import type { Item } from "../item.ts";
import type { Trial } from "../trial.ts";

/** What the pool of adapters keeps to on a server for inference. */
export const upstreamItems: readonly Item[] = [
  {
    number: 47,
    title: "adapters are loaded, listed, chosen and unloaded, whatever the server knows already",
    needs: "upstream",
    run: adaptersAreKept,
  },
];

async function adaptersAreKept(trial: Trial): Promise<void> {
  const { upstream } = trial.context;
  check(upstream !== undefined, "an upstream driver", upstream);
  const pool = await upstream.open();
  try {
    await tryPool(pool, (version) => ({ kind: "sampler", modelKey: trial.name(), version }));
  } finally {
    await pool.close();
  }
}

async function tryPool(
  pool: UpstreamTrial,
  sampler: (version: string) => SamplerRef,
): Promise<void> {
  const { server } = pool;
  const [one, other, aside] = [sampler("1"), sampler("2"), sampler("3")];
  const name = await pool.load(one);
  const otherName = await pool.load(other);
  check(name !== otherName, "a name for each adapter", [name, otherName]);
  checkEqual("the names loaded", [...server.loaded()].toSorted(), [name, otherName].toSorted());
  checkEqual("the samplers listed", versions(await pool.list()), ["1", "2"]);
  checkEqual(
    "who answers",
    [await pool.complete(one), await pool.complete(other)],
    [name, otherName],
  );

  checkEqual("the name of an adapter loaded again", await pool.load(one), name);
  await server.loadAside(aside);
  await pool.load(aside);
  checkEqual("the samplers listed", versions(await pool.list()), ["1", "2", "3"]);

  await server.unloadAside(other);
  await pool.unload(other);
  await pool.unload(other);
  checkEqual("the samplers listed after unloading", versions(await pool.list()), ["1", "3"]);

  await server.restart();
  checkEqual("the names loaded after a restart", server.loaded(), []);
  checkEqual("who answers after a restart", await pool.complete(one), name);

  await pool.unload(one);
  checkEqual("whether it is still loaded", server.loaded().includes(name), false);
  const again = await pool.load({ ...one, modelKey: `${one.modelKey}-again` });
  checkEqual(
    "whether a name comes twice",
    server.loads().filter((used) => used === again).length,
    1,
  );
}

function versions(samplers: readonly SamplerRef[]): string[] {
  return samplers.map(({ version }) => version).toSorted();
}
