import { type Config, loadConfig, settingFlags } from "../config/config.ts";
import { ownerOf } from "../data-folder/lock.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { parseCommandArgs } from "./args.ts";
import type { Finding } from "./check.ts";
import { checkOwner } from "./check-data-folder.ts";
import { checkNode, checkPort, checkTraceEngine } from "./check-machine.ts";
import { checkModels } from "./check-models.ts";
import { checkPlaces } from "./check-places.ts";
import { checkRecords } from "./check-records.ts";
import type { Io } from "./io.ts";
import { refusalOf } from "./refusal.ts";

const help = `${heddleCommand("doctor")}

Checks this machine, the settings and the data folder, and reports problems that keep the
server from running. Ends with status 1 if it finds one. Changes nothing, and works while
a server runs. Takes the same settings as ${heddleCommand("start")}.`;

/**
 * `heddle doctor`: reports problems that keep the server from running.
 *
 * @param args the arguments after `doctor`
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
    const problems = count === 1 ? "1 problem" : `${count} problems`;
    io.out(count === 0 ? "No problems found." : `${problems} to correct.`);
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
    ...(await checkModels(config)),
  ];
}
