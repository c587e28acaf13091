import type { FromServer, ToServer } from "./parent-messages.ts";

/** The process behind `heddle start`, which has started this one and stays beside it. */
export interface Parent {
  /** Where an earlier server has listened before it crashed; undefined for the first. */
  readonly port: number | undefined;
  tell(message: FromServer): void;
  /** Calls when it says stop, or is gone: a server alone would keep port and folder for ever. */
  onStop(stop: () => void): void;
}

/** Waits for the order to start; undefined for a process that was started by itself. */
export async function askParent(): Promise<Parent | undefined> {
  if (process.send === undefined) return undefined;
  const stops = new Set<() => void>();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    for (const each of stops) each();
  };
  const port = await new Promise<number | undefined>((resolve) => {
    process.on("message", (message: ToServer) => {
      if (message.order === "start") resolve(message.port);
      else stop();
    });
    process.once("disconnect", () => {
      stop();
      resolve(undefined);
    });
  });
  // Listening to the parent is no reason to stay.
  process.channel?.unref();
  const tell = (message: FromServer): void => {
    // One that has gone cannot be told, and is noticed by itself.
    if (process.connected) process.send?.(message, () => {});
  };
  process.on("uncaughtExceptionMonitor", (error) => {
    tell({ event: "crashing", exception: `${error.name}: ${error.message.split("\n")[0]}` });
  });
  return {
    port,
    tell,
    onStop: (each) => {
      stops.add(each);
      if (isStopped) each();
    },
  };
}
