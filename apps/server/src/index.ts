import type { Config } from "./config/config.ts";
import type { RunningServer } from "./composition/running-server.ts";

export type { RunningServer } from "./composition/running-server.ts";
export { loadConfig, ConfigError, type Config, type ConfigSources } from "./config/config.ts";

/**
 * Starts a whole server in this process: locks the data folder, opens the stores and listens.
 *
 * @throws ConfigError, DataFolderHeld, DataFolderUnusable, SchemaVersionError or StoreError, with a
 * message of one line that can be shown to a person.
 *
 * @example
 * const server = await startServer(loadConfig({ flags: { port: "0" }, env: process.env }));
 * await fetch(`${server.url}/health`);
 * await server.close();
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const { start } = await import("./composition/start.ts");
  return await start(config);
}
