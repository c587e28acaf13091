import { dirname } from "node:path";
import { lint, RedoclyError } from "../document/redocly.ts";
import { printPlace } from "../document/source-file.ts";
import { SpecError, SpecErrors } from "../document/spec-error.ts";
import { emitSource } from "../generate.ts";
import type { Source, Warning } from "../generate.ts";
import type { GeneratedFile } from "../write/writer.ts";
import { lintFiles } from "./program-hash.ts";
import { hashOfFile } from "./up-to-date.ts";

/** The result of one document. */
export interface Outcome {
  readonly source: Source;
  readonly files: readonly GeneratedFile[];
  /** Hashes of the files that were read, by path. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** The problems of the document, for a reader. */
  readonly errors: readonly string[];
}

/** Generates from documents and runs lint at the same time; writes nothing. */
export async function generateSources(
  sources: readonly Source[],
  onFile: (path: string) => void,
): Promise<readonly Outcome[]> {
  const linting = lintAll(sources);
  const outcomes = [];
  // One after the other: they all need this processor, and lint uses the other one.
  for (const source of sources) outcomes.push(await generateSource(source, onFile));
  const reports = await linting;
  return outcomes.map((outcome, index) => {
    const report = reports[index];
    // The report of lint would repeat the errors of bundling in more words.
    const isSound = report === undefined || outcome.errors.length > 0;
    return isSound ? outcome : { ...outcome, errors: [report] };
  });
}

async function generateSource(source: Source, onFile: (path: string) => void): Promise<Outcome> {
  const inputs: Record<string, string> = {};
  const seeFile = (path: string): void => {
    onFile(path);
    inputs[path] = hashOfFile(path);
  };
  if (source.lintConfig !== undefined) lintFiles(source.lintConfig).forEach(seeFile);
  const warnings: Warning[] = [];
  const onWarning = (warning: Warning): unknown => warnings.push(warning);
  try {
    const files = await emitSource({ ...source, onFile: seeFile, onWarning });
    // Lint refuses a new file that the document does not refer to, so the folders are inputs, too.
    if (source.lintConfig !== undefined) {
      for (const folder of new Set(Object.keys(inputs).map((path) => dirname(path))))
        seeFile(folder);
    }
    return { source, files, inputs, warnings: warningLines(warnings), errors: [] };
  } catch (error) {
    if (!(error instanceof SpecError || error instanceof SpecErrors)) throw error;
    const errors = [error.message];
    return { source, files: [], inputs, warnings: warningLines(warnings), errors };
  }
}

/** Enough to see the kinds of warnings; a document may have thousands. */
const maxWarnings = 20;

function warningLines(warnings: readonly Warning[]): string[] {
  const lines = warnings.slice(0, maxWarnings).map(({ pointer, message, place }) => {
    const where = place === undefined ? pointer : `${printPlace(place)}: ${pointer}`;
    return `${where}: warning: ${message}`;
  });
  const more = warnings.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more warnings`] : lines;
}

/** The lint report of each source; `undefined` for a source that breaks no rule. */
async function lintAll(sources: readonly Source[]): Promise<readonly (string | undefined)[]> {
  const configs = new Set(sources.map(({ lintConfig }) => lintConfig));
  const sound = new Set<Source>();
  for (const config of configs) {
    const held = sources.filter(({ lintConfig }) => lintConfig === config);
    const specs = held.map(({ spec }) => spec);
    if (config === undefined || (await lintReport(specs, config)) === undefined) {
      for (const source of held) sound.add(source);
    }
  }
  // Lint runs again for each source only after a failure, because each run costs a process.
  return Promise.all(
    sources.map(async (source) => {
      if (sound.has(source) || source.lintConfig === undefined) return undefined;
      return lintReport([source.spec], source.lintConfig);
    }),
  );
}

async function lintReport(specs: readonly string[], config: string): Promise<string | undefined> {
  try {
    await lint(specs, config);
    return undefined;
  } catch (error) {
    if (!(error instanceof RedoclyError)) throw error;
    return error.message;
  }
}
