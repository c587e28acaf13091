import { type Config, loadConfig, settingFlags } from "../config/config.ts";
import { ownerOf } from "../data-folder/lock.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { parseCommandArgs } from "./args.ts";
import type { Finding } from "./check.ts";
import { checkOwner } from "./check-data-folder.ts";
import { checkNode, checkPort, checkTraceEngine } from "./check-machine.ts";
import { checkPlaces } from "./check-places.ts";
import { checkRecords } from "./check-records.ts";
import type { Io } from "./io.ts";
import { refusalOf } from "./refusal.ts";

const help = `${heddleCommand("doctor")}

Looks at this machine, the settings and the data folder, says what stands in the way of
a server, and ends with status 1 if something does. Changes nothing, and works while a
server runs. Takes the settings of ${heddleCommand("start")}.`;

/**
 * `heddle doctor`: says what stands in the way of a server.
 *
 * @param args what follows `doctor` on the command line
 * @returns the exit status
 */
export async function runDoctor(args: readonly string[], io: Io): Promise<number> {
  try {
    const given = parseCommandArgs(args, { command: "doctor", texts: settingFlags });
    if (given.switches.has("help")) {
      io.out(help);
      return 0;
    }
    const config = loadConfig({ flags: given.texts, env: io.env, cwd: io.cwd });
    const findings = await examine(config);
    for (const { verdict, subject, says } of findings) {
      io.out(`${verdict.padEnd(5)}  ${subject.padEnd(12)}  ${says}`);
    }
    const count = findings.filter((finding) => finding.verdict === "wrong").length;
    io.out(count === 0 ? "Nothing stands in the way." : `${count} to put right.`);
    return count === 0 ? 0 : 1;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    io.err(`heddle doctor: ${refusal}`);
    return 1;
  }
}

async function examine(config: Config): Promise<readonly Finding[]> {
  const owner = ownerOf(config.dataDir);
  const address = owner === undefined || owner === "unknown" ? undefined : owner.address;
  return [
    checkNode(),
    await checkTraceEngine(config),
    ...(await checkPlaces(config)),
    checkOwner(owner),
    await checkPort(config, address),
    ...(await checkRecords(config)),
  ];
}
