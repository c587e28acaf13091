/**
 * Run as a process: attacks a server on this machine, one attack after the other, and logs what it
 * saw. Its argument is its order, as JSON.
 */
import { pause } from "./pace.ts";
import { attacks } from "./attacks.ts";
import type { HostileOrder } from "./hostile-order.ts";
import { prepare } from "./prey.ts";
import { SiegeLog } from "./siege-log.ts";
import { untilToldToStop } from "./siege-process.ts";

/** The pause between two attacks, in which the effects of the last one can be seen. */
const restMs = 2_000;

const order = JSON.parse(process.argv[2] ?? "") as HostileOrder;
const { hostname } = new URL(order.url);
if (hostname !== "127.0.0.1") throw new Error(`Only this machine is attacked, not ${hostname}.`);
const log = new SiegeLog(order.logFile);
const signal = untilToldToStop();
const prey = await prepare(order);

for (let round = 0; !signal.aborted; round += 1) {
  const attack = attacks[round % attacks.length];
  if (attack === undefined) throw new Error("There are no attacks.");
  const at = Date.now();
  const begunAt = performance.now();
  const outcomes = await attack.run(prey, signal);
  const ms = performance.now() - begunAt;
  for (const outcome of outcomes) {
    const status = typeof outcome === "number" ? outcome : outcome === "closed" ? 0 : 1;
    log.add({ at, kind: attack.name, ms, status });
  }
  await pause(restMs, signal);
}
log.close();
process.disconnect();
