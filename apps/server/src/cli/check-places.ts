import { type Config, ConfigError } from "../config/config.ts";
import { DataFolderHeld, ownerOf } from "../data-folder/lock.ts";
import { type Finding, wrong } from "./check.ts";
import { checkDataFolder, checkDisk } from "./check-data-folder.ts";
import { checkPort, checkTls } from "./check-machine.ts";
import { checkRecordsFile } from "./check-records.ts";
import { folderProblem } from "./folder-problem.ts";

/** Whether the folders and files that the settings name are as a server needs them. */
export async function checkPlaces(config: Config): Promise<readonly Finding[]> {
  const folder = await checkDataFolder(config);
  // Whatever lies in a folder that is wrong is wrong for the same reason.
  const inside =
    folder.verdict === "wrong"
      ? []
      : [await checkDisk(config), await checkRecordsFile(config), await checkBlobsFolder(config)];
  const findings = [folder, ...inside, await checkTls(config)];
  return findings.filter((finding) => finding !== undefined);
}

/**
 * Refuses to start where something is wrong, before anything is made.
 *
 * @throws ConfigError with the words of `heddle doctor`, DataFolderHeld
 */
export async function refuseWrongPlaces(config: Config): Promise<void> {
  refuse(await checkPlaces(config));
  const port = await checkPort(config, undefined);
  if (port.verdict !== "wrong") return;
  // The port is taken along with the folder, and the folder's owner is the better news.
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
    : wrong("blobs", `${problem} Choose another with --blobs-url.`);
}
