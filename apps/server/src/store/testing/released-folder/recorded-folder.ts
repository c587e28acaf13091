import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { releasedSteps } from "../released-steps.ts";

/** The keys of a folder, by their use. */
export type KeyName = "local" | "ada" | "globex" | "revoked";

/** A request that only reads. */
export interface RecordedRequest {
  readonly path: string;
  readonly body: object;
  /** The key that it uses; `local` by default. */
  readonly key?: KeyName;
  /** Record only these members of each line of the answer, for instance where its order counts. */
  readonly members?: readonly string[];
}

/** A request, and the text of its answer. Every recorded answer has the status 200. */
export interface RecordedAnswer extends RecordedRequest {
  readonly answer: string;
}

/** A data folder of a release, without the folder itself. */
export interface RecordedFolder {
  readonly remark: string;
  readonly keys: Readonly<Record<KeyName, string>>;
  /** Things in the folder that the test changes. */
  readonly toChange: ThingsToChange;
  readonly answers: readonly RecordedAnswer[];
}

/** Ids and digests in the main project of a folder. */
export interface ThingsToChange {
  readonly project_id: string;
  readonly running: string;
  readonly endWithoutStart: string;
  /** Members of that end. */
  readonly waiting: { readonly output: object; readonly display_name: string };
  /** The root of a tree that is a whole trace. */
  readonly root: string;
  readonly ended: string;
  readonly object_id: string;
  /** The digests of the object's versions; the first is the latest. */
  readonly versions: readonly string[];
  /** The value of the second version, as JSON text. */
  readonly secondVersion: string;
  readonly table: string;
}

/** The files of a folder are small and alike, so Brotli with its whole window halves the archive. */
const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
const largestTar = 256 * 1024 * 1024;
const folder = fileURLToPath(new URL("../../../../released/folders", import.meta.url));

/** The name of the folder that the present release needs: the numbers of its schemas. */
export function folderOfRelease(): string {
  const last = (store: "traces" | "records"): number =>
    Number(releasedSteps(store).at(-1)?.name.slice(0, 4));
  return `traces-${last("traces")}-records-${last("records")}`;
}

/** The names of all recorded folders. */
export function recordedFolders(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length));
}

/** Packs a data folder that no server uses. */
export function pack(dataDir: string, name: string): void {
  const tar = execFileSync("tar", ["-cf", "-", "-C", dataDir, "."], { maxBuffer: largestTar });
  writeFileSync(
    archiveOf(name),
    brotliCompressSync(tar, { params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS } }),
  );
}

/** Unpacks a data folder; its files belong to the present user. */
export function unpack(name: string, dataDir: string): void {
  const input = brotliDecompressSync(readFileSync(archiveOf(name)));
  execFileSync("tar", ["-xof", "-", "-C", dataDir], { input });
}

export function writeRecorded(name: string, { answers, ...facts }: RecordedFolder): void {
  // One line for each answer, so that a person finds it.
  const lines = answers.map((answer) => JSON.stringify(answer)).join(",\n");
  const head = JSON.stringify(facts, undefined, 1).slice(0, -2);
  writeFileSync(jsonOf(name), `${head},\n "answers": [\n${lines}\n]}\n`);
}

export function readRecorded(name: string): RecordedFolder {
  return JSON.parse(readFileSync(jsonOf(name), "utf8")) as RecordedFolder;
}

function archiveOf(name: string): string {
  return `${folder}/${name}.tar.br`;
}

function jsonOf(name: string): string {
  return `${folder}/${name}.json`;
}
