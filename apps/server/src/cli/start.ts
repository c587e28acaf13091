import { loadConfig, settingFlags } from "../config.ts";
import { renderSettingsHelp } from "../config/print.ts";
import { startServer } from "../index.ts";
import { programVersion } from "../version.ts";
import { parseCommandArgs } from "./args.ts";
import { banner } from "./banner.ts";
import type { Io } from "./io.ts";
import { refusalOf } from "./refusal.ts";

/**
 * `heddle start`: a server until it is told to stop by SIGTERM or SIGINT. The first signal lets it
 * finish what is under way, a second one ends it at once.
 *
 * @param args what follows `start` on the command line
 * @returns the exit status
 */
export async function runStart(args: readonly string[], io: Io): Promise<number> {
  try {
    const given = parseCommandArgs(args, { command: "heddle start", texts: settingFlags });
    if (given.switches.has("help")) {
      io.out(`heddle start\n\nStarts the server.\n\n${renderSettingsHelp()}`);
      return 0;
    }
    const config = loadConfig({ flags: given.texts, env: io.env, cwd: io.cwd });
    const told = stopSignal();
    const server = await startServer(config);
    io.out(
      banner({
        version: programVersion(),
        url: server.url,
        publicUrl: config.publicUrl ?? server.url,
        dataDir: config.dataDir,
        key: server.localKey,
        isOpen: config.auth === "off",
      }),
    );
    await told;
    await server.close();
    return 0;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    io.err(`heddle start: ${refusal}`);
    return 1;
  }
}

/** Resolves at the first signal to stop; the second ends the process. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false;
    const told = (): void => {
      if (isTold) process.exit(1);
      isTold = true;
      resolve();
    };
    process.on("SIGTERM", told).on("SIGINT", told);
  });
}
