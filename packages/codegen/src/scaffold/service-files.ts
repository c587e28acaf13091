import { join } from "node:path/posix";
import type { Finding } from "./findings.ts";
import { indexFile, indexName, resourceFile } from "./handler-files.ts";
import { mergeHandlers, mergeIndex } from "./merge.ts";
import { fileNames, variableName } from "./names.ts";
import { objectMembers } from "./object-members.ts";
import type { ScaffoldService } from "./scaffold-service.ts";
import { importedNames, parseSource } from "./source-text.ts";

/** The existing files of a scaffold, and the files to write. Paths are relative to its folder. */
export interface ScaffoldFiles {
  read(file: string): string | undefined;
  write(file: string, text: string): void;
}

/** Updates the handlers of one service after a change of its document. */
export function serviceFiles(service: ScaffoldService, files: ScaffoldFiles): readonly Finding[] {
  const folder = `src/${service.name}`;
  const index = `${folder}/handlers.ts`;
  const names = fileNames(service.resources.keys());
  const text = files.read(index);
  const findings: Finding[] = [];
  if (text === undefined) {
    files.write(index, indexFile(service, names));
    findings.push({ kind: "new", file: index });
  } else {
    const merged = mergeIndex({ file: index, text }, indexName(service.name), names);
    if (merged.text !== text) files.write(index, merged.text);
    findings.push(...merged.findings);
  }
  const homes = homesIn(index, text, indexName(service.name));
  for (const [name, resource] of service.resources) {
    const usual: Home = { file: `${folder}/${names.get(name)}.ts`, variable: variableName(name) };
    const { file, variable } = homes.get(name) ?? usual;
    const present = files.read(file);
    if (present === undefined) {
      files.write(file, resourceFile(service, name));
      findings.push({ kind: "new", file });
      continue;
    }
    const merged = mergeHandlers({ file, text: present }, variable, name, resource);
    if (merged.text !== present) files.write(file, merged.text);
    findings.push(...merged.findings);
  }
  return findings;
}

/** The place of a resource's handlers. */
interface Home {
  readonly file: string;
  readonly variable: string;
}

/**
 * The file of each resource by the imports of the index, since an author may have moved or renamed
 * it.
 */
function homesIn(
  index: string,
  text: string | undefined,
  variable: string,
): ReadonlyMap<string, Home> {
  if (text === undefined) return new Map();
  const source = parseSource(index, text);
  const imports = importedNames(source);
  const members = objectMembers(source, variable)?.members ?? new Map<string, never>();
  const homes = new Map<string, Home>();
  for (const [resource, { variable: used }] of members) {
    const found = imports.find(({ local }) => local === used);
    if (found?.module.startsWith(".")) {
      homes.set(resource, { file: join(index, "..", found.module), variable: found.imported });
    } else {
      // The handlers are in the index itself.
      homes.set(resource, { file: index, variable: used ?? resource });
    }
  }
  return homes;
}
