import { basename, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../cli/options.ts";
import { findWorkspace } from "../cli/workspace.ts";
import { FolderWriter } from "../write/folder-writer.ts";
import { StaleFiles } from "../write/stale-files.ts";
import { readScaffoldArgs, type ScaffoldArgs, scaffoldUsage } from "./args.ts";
import {
  appFile,
  contextFile,
  mainFile,
  packageName,
  testFile,
  tsconfigFile,
} from "./backend-files.ts";
import { DiskFiles } from "./disk-files.ts";
import { findingLines, type Finding } from "./findings.ts";
import { findServices } from "./find-services.ts";
import { packageFile, type PackageOptions } from "./package-file.ts";
import { readmeFile } from "./readme-file.ts";
import { readRecord, recordFile, recordText, type ScaffoldRecord } from "./record.ts";
import { readService, type ScaffoldService, UnusableDocument } from "./scaffold-service.ts";
import { serviceFiles } from "./service-files.ts";

/** The parts of its process that a run needs. */
export interface ScaffoldProcess {
  /** The arguments after `scaffold` on the command line. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Prints one line. */
  print(line: string): void;
}

/**
 * Writes a backend in which every operation answers 501, or updates one after an edit of its
 * document: adds missing lines, lists removed operations, and changes no existing line.
 *
 * Returns the exit code: 1 for a document that cannot be generated from. Throws `UsageError`.
 */
export async function runScaffold(process: ScaffoldProcess): Promise<number> {
  const args = readScaffoldArgs(process.args);
  if (!args) {
    process.print(scaffoldUsage.trimEnd());
    return 0;
  }
  try {
    await scaffold(args, process);
    return 0;
  } catch (error) {
    if (!(error instanceof UnusableDocument)) throw error;
    process.print(error.message);
    return 1;
  }
}

async function scaffold(args: ScaffoldArgs, process: ScaffoldProcess): Promise<void> {
  const { cwd } = process;
  const folder = resolve(cwd, args.folder);
  const before = readRecord(folder);
  const record = recordOf(args, before, { folder, cwd });
  const workspace = findWorkspace(cwd);
  const services = await servicesOf(record, { folder, cwd, workspace });
  for (const warning of services.flatMap(({ warnings }) => warnings)) process.print(warning);
  const files = new DiskFiles(folder);
  const isSpec = "spec" in record;
  const findings: Finding[] = [];
  if (before === undefined) {
    const options = { name: packageName(basename(folder)), folder, workspace, hasSchemas: isSpec };
    const first = firstFiles(services, options, commandFor(folder, cwd, workspace));
    for (const [file, text] of first) {
      files.write(file, text);
      findings.push({ kind: "new", file });
    }
  } else {
    findings.push(...newServices(services, before));
  }
  for (const service of services) findings.push(...serviceFiles(service, files));
  const settled = recordText(isSpec ? record : { services: services.map(({ name }) => name) });
  if (files.read(recordFile) !== settled) files.write(recordFile, settled);
  files.flush();
  if (isSpec) await writeGenerated(services, folder);
  for (const line of findingLines(findings)) process.print(line);
  process.print(summary(findings, relative(cwd, folder) || "."));
}

/** The options of this run, or else the options of the run before. */
function recordOf(
  { services, spec, name }: ScaffoldArgs,
  before: ScaffoldRecord | undefined,
  { folder, cwd }: { readonly folder: string; readonly cwd: string },
): ScaffoldRecord {
  const isSpec = before === undefined ? spec !== undefined : "spec" in before;
  if (!isSpec) {
    if (spec !== undefined)
      throw new UsageError("the folder has a backend of services: leave --spec out");
    const known = before && "services" in before ? before.services : [];
    if (services === undefined) return { services: known };
    return { services: [...new Set([...known, ...services])] };
  }
  if (services !== undefined)
    throw new UsageError("the folder has a backend of a spec: leave --service out");
  const old = before && "spec" in before ? before : { spec: "", name: "api" };
  if (before !== undefined && name !== undefined && name !== old.name) {
    throw new UsageError(`the service of this backend is called ${old.name}: leave --name out`);
  }
  const path = spec === undefined ? old.spec : relative(folder, resolve(cwd, spec));
  return { spec: path.split(sep).join("/"), name: name ?? old.name };
}

async function servicesOf(
  record: ScaffoldRecord,
  lookup: { readonly folder: string; readonly cwd: string; readonly workspace: string | undefined },
): Promise<readonly ScaffoldService[]> {
  if ("services" in record) {
    return findServices(record.services.length === 0 ? undefined : record.services, lookup);
  }
  const { folder, cwd } = lookup;
  return [await readService(resolve(folder, record.spec), record.name, { isOfKit: false, cwd })];
}

function firstFiles(
  services: readonly ScaffoldService[],
  options: PackageOptions,
  command: string,
): readonly (readonly [string, string])[] {
  return [
    ["package.json", packageFile(options)],
    ["tsconfig.json", tsconfigFile],
    [".gitignore", "dist/\nnode_modules/\n"],
    ["README.md", readmeFile(services, options, command)],
    ["src/main.ts", mainFile],
    ["src/app.ts", appFile(services)],
    ["src/app.test.ts", testFile(services)],
    ["src/context.ts", contextFile],
  ];
}

/** The lines to add for new services of an existing backend; its author owns the app file. */
function newServices(
  services: readonly ScaffoldService[],
  before: ScaffoldRecord,
): readonly Finding[] {
  const known = "services" in before ? before.services : services.map(({ name }) => name);
  const added = services.filter(({ name }) => !known.includes(name));
  if (added.length === 0) return [];
  const why = `it does not serve ${added.map(({ name }) => name).join(", ")} yet`;
  const lines = appFile(added).split("\n");
  const wanted = lines.filter((line) => /^import .*(?:App|Handlers) \}|^app\.route/.test(line));
  return [{ kind: "paste", file: "src/app.ts", why, lines: wanted }];
}

async function writeGenerated(services: readonly ScaffoldService[], folder: string): Promise<void> {
  const writer = new FolderWriter(join(folder, "src", "generated"));
  for (const file of services.flatMap(({ generated }) => generated)) await writer.write(file);
  await writer.removeStale(new StaleFiles(["."], true));
}

/** The command that runs the scaffold again: in the backend, or in the repository of the kit. */
function commandFor(folder: string, cwd: string, workspace: string | undefined): string {
  if (workspace === undefined) return "npx heddle-codegen scaffold .";
  const path = relative(cwd, folder) || ".";
  const shown = path.startsWith("..") ? folder : path;
  return `npm run scaffold -- ${shown}   # in the Heddle repository`;
}

function summary(findings: readonly Finding[], folder: string): string {
  const count = (kind: Finding["kind"]): number =>
    findings.filter((finding) => finding.kind === kind).length;
  const added = findings
    .filter((finding) => finding.kind === "added")
    .reduce((sum, { names }) => sum + names.length, 0);
  const parts = [
    ...(count("new") === 0 ? [] : [`${count("new")} new ${count("new") === 1 ? "file" : "files"}`]),
    ...(added === 0 ? [] : [`${added} added`]),
    ...(count("gone") === 0 ? [] : [`${count("gone")} gone`]),
    ...(count("paste") === 0 ? [] : [`${count("paste")} to put in by hand`]),
  ];
  return parts.length === 0 ? `${folder} has everything` : `${folder}: ${parts.join(", ")}`;
}
