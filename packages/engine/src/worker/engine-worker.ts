import { workerData } from "node:worker_threads";

import { EngineCore } from "./engine-core.ts";
import { errorMessage } from "./error-transport.ts";
import type { ToWorker, WorkerSettings } from "./protocol.ts";
import { send } from "./send.ts";

/** How long the worker works before it lets its event loop turn. */
const workMs = 50;

const settings = workerData as WorkerSettings;
const { port } = settings;

try {
  run(new EngineCore(settings, () => performance.now()));
  send(port, { kind: "ready" });
} catch (error) {
  send(port, { kind: "failed", error: errorMessage(error) });
  port.close();
}

function run(core: EngineCore): void {
  let isWorking = false;
  const work = (): void => {
    if (core.work(performance.now() + workMs)) {
      setImmediate(work);
      return;
    }
    isWorking = false;
  };
  port.on("message", (message: ToWorker) => {
    core.handle(message);
    if (isWorking) return;
    isWorking = true;
    work();
  });
}
