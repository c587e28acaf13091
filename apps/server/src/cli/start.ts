import { loadConfig, settingFlags } from "../config/config.ts";
import { renderSettingsHelp } from "../config/print.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { startServer } from "../index.ts";
import { programVersion } from "../version.ts";
import { parseCommandArgs } from "./args.ts";
import { banner } from "./banner.ts";
import { refuseWrongPlaces } from "./check-places.ts";
import type { Io } from "./io.ts";
import { askParent, type Parent } from "./parent.ts";
import { refusalOf } from "./refusal.ts";

/**
 * `heddle start`: runs a server until a signal or the parent stops it. After the first signal it
 * finishes the requests under way; a second one ends it at once.
 *
 * @param args the arguments after `start`
 * @returns the exit status
 */
export async function runStart(args: readonly string[], io: Io): Promise<number> {
  const parent = await askParent();
  try {
    const given = parseCommandArgs(args, { command: "start", texts: settingFlags });
    if (given.switches.has("help")) {
      io.out(`${heddleCommand("start")}\n\nStarts the server.\n\n${renderSettingsHelp()}`);
      return 0;
    }
    const asked = loadConfig({ flags: given.texts, env: io.env, cwd: io.cwd });
    const config = { ...asked, port: parent?.port ?? asked.port };
    const told = toldToStop(parent);
    await refuseWrongPlaces(config);
    const server = await startServer(config);
    // Before the banner: if the server dies after the address is out, its parent must know that it
    // has listened, since only then does the parent try again.
    parent?.tell({ event: "listening", port: Number(server.url.split(":").at(-1)) });
    if (parent?.port === undefined) {
      // The server must go on if the reader of its output has closed the pipe.
      process.stdout.on("error", () => {});
      io.out(
        banner({
          version: programVersion(),
          url: server.url,
          publicUrl: config.publicUrl ?? server.url,
          dataDir: config.dataDir,
          key: server.localKey,
          isOpen: config.auth === "off",
          mapped: server.mapped,
        }),
      );
    }
    await told;
    await server.close();
    return 0;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    io.err(`heddle start: ${refusal}`);
    parent?.tell({ event: "refused" });
    return 1;
  }
}

/** Resolves when the server must stop. */
function toldToStop(parent: Parent | undefined): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false;
    const told = (): void => {
      // A terminal's Ctrl-C reaches both processes, so only the parent counts the signals.
      if (isTold && parent === undefined) process.exit(1);
      isTold = true;
      parent?.tell({ event: "stopping" });
      resolve();
    };
    process.on("SIGTERM", told).on("SIGINT", told).on("SIGHUP", told);
    parent?.onStop(resolve);
  });
}
