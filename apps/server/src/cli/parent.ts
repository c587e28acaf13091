import type { FromServer, ToServer } from "./parent-messages.ts";

/** The process behind `heddle start`, which started this one and watches it. */
export interface Parent {
  /** The port of an earlier server that crashed; undefined for the first server. */
  readonly port: number | undefined;
  tell(message: FromServer): void;
  /**
   * Calls back when the parent says stop, or has ended: without it, the server would keep the port
   * and the folder for ever.
   */
  onStop(stop: () => void): void;
}

/** Waits for the parent's order to start; undefined for a process without a parent. */
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
  // The channel to the parent must not keep this process alive.
  process.channel?.unref();
  const tell = (message: FromServer): void => {
    // If the parent has ended, `disconnect` reports that.
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
