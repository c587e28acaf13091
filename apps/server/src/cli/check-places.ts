import { type Config, ConfigError } from "../config/config.ts";
import { DataFolderHeld, ownerOf } from "../data-folder/lock.ts";
import { type Finding, wrong } from "./check.ts";
import { checkDataFolder, checkDisk } from "./check-data-folder.ts";
import { checkPort, checkTls } from "./check-machine.ts";
import { checkRecordsFile } from "./check-records.ts";
import { folderProblem } from "./folder-problem.ts";

/** Checks that the server can use the folders and files that the settings name. */
export async function checkPlaces(config: Config): Promise<readonly Finding[]> {
  const folder = await checkDataFolder(config);
  // If the folder is wrong, everything in it is wrong for the same reason.
  const inside =
    folder.verdict === "wrong"
      ? []
      : [await checkDisk(config), await checkRecordsFile(config), await checkBlobsFolder(config)];
  const findings = [folder, ...inside, await checkTls(config)];
  return findings.filter((finding) => finding !== undefined);
}

/**
 * Refuses to start if something is wrong, before the server creates anything.
 *
 * @throws ConfigError with the message of `heddle doctor`; DataFolderHeld if another server uses
 * the folder and the port.
 */
export async function refuseWrongPlaces(config: Config): Promise<void> {
  refuse(await checkPlaces(config));
  const port = await checkPort(config, undefined);
  if (port.verdict !== "wrong") return;
  // If another server has the folder, it probably has the port too; naming that server helps more.
  const owner = ownerOf(config.dataDir);
  if (owner === undefined) refuse([port]);
  else throw new DataFolderHeld(config.dataDir, owner === "unknown" ? undefined : owner);
}

function refuse(findings: readonly Finding[]): void {
  const first = findings.find(({ verdict }) => verdict === "wrong");
  if (first !== undefined) throw new ConfigError(first.says);
}

async function checkBlobsFolder({ blobsFolder }: Config): Promise<Finding | undefined> {
  const problem = await folderProblem(blobsFolder);
  return problem === undefined
    ? undefined
    : wrong("blobs", `${problem} Choose another folder with --blobs-url.`);
}
