import { Closers } from "./closers.ts";
import type { Config } from "../config/config.ts";
import { closeToOthers } from "../data-folder/close-to-others.ts";
import { lockDataFolder } from "../data-folder/lock.ts";
import { createLog } from "../http/log.ts";
import type { RunningServer } from "./running-server.ts";
import { openStores } from "./stores.ts";

/** A stopping server waits this long for open requests, then cuts them. */
const drainMs = 10_000;
/** A silent connection is closed this long after the time limit of a request. */
const idleMarginMs = 10_000;

/** Locks the data folder, opens the stores and listens. After a failure nothing stays open. */
export async function start(config: Config): Promise<RunningServer> {
  const closers = new Closers();
  try {
    const lock = lockDataFolder(config.dataDir);
    closers.add(() => lock.release());
    const log = createLog(config.log);
    const wereOpen = closeToOthers(config.dataDir, config.recordsFile);
    if (wereOpen.length > 0) log.warn({ wereOpen }, "closed to other users, who could open it");
    // The engine's process takes longest to start, so load the rest of the program meanwhile.
    const [stores, { compose }, { listen }] = await Promise.all([
      openStores(config, log, closers),
      import("./compose.ts"),
      import("../http/server.ts"),
    ]);
    const { app, underWay, readiness, localKey } = await compose(config, log, stores, closers);
    const { host, port, tlsCert: certFile, tlsKey: keyFile, limits } = config;
    const tls = certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
    const idleMs = limits.requestS * 1000 + idleMarginMs;
    const listener = await listen(app, underWay, { host, port, tls, drainMs, idleMs });
    closers.add(() => listener.stop());
    lock.announce(listener.url);
    log.info({ url: listener.url, dataDir: config.dataDir }, "listening");
    return {
      url: listener.url,
      localKey,
      mapped: [...stores.planned.plan.mapped].map(([name, standsFor]) => ({ name, standsFor })),
      close: async () => {
        readiness.stopping();
        await closers.close();
        log.info({}, "stopped");
      },
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}
