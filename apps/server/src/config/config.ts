import { join, resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import { isLoopback } from "./loopback.ts";
import { atFolder } from "./model-entry.ts";
import { nearest } from "./nearest.ts";
import { flagOf, limitSettings, type Setting, settings } from "./settings.ts";
import type { Config } from "./shape.ts";
import { heddleCommand } from "./heddle-command.ts";

export { ConfigError } from "./config-error.ts";
export type { Config } from "./shape.ts";

/** Where settings come from: a flag wins over a variable, and a variable over the default. */
export interface ConfigSources {
  /** By the flag's name without dashes, as `settingFlags` lists them. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths start from here; by default the working folder. */
  readonly cwd?: string;
}

const everySetting: readonly Setting<unknown>[] = [
  ...Object.values(settings),
  ...Object.values(limitSettings),
];

/** The names of the flags of all settings, without dashes. */
export const settingFlags: readonly string[] = everySetting.map((one) => flagOf(one.variable));

/**
 * Reads every setting. An empty variable counts as not given.
 *
 * @throws ConfigError for a wrong value, for a variable `HEDDLE_…` that is not a setting, and for
 * settings that contradict each other.
 */
export function loadConfig(sources: ConfigSources): Config {
  refuseUnknown(sources.env);
  const cwd = sources.cwd ?? process.cwd();
  const optional = <T>(setting: Setting<T>): T | undefined => read(setting, sources);
  const required = <T>(setting: Setting<T>): T => {
    const value = read(setting, sources);
    if (value === undefined) throw new Error(`${setting.variable} has no default`);
    return value;
  };
  const file = (path: string | undefined): string | undefined => path && resolve(cwd, path);
  const dataDir = resolve(cwd, required(settings.dataDir));
  const config: Config = {
    host: required(settings.host),
    port: required(settings.port),
    dataDir,
    recordsFile: resolve(cwd, optional(settings.recordsFile) ?? join(dataDir, "records.db")),
    tracesUrl: optional(settings.tracesUrl),
    blobsFolder: resolve(cwd, optional(settings.blobsFolder) ?? join(dataDir, "blobs")),
    log: required(settings.log),
    auth: required(settings.auth),
    corsOrigins: optional(settings.corsOrigins) ?? [],
    tlsCert: file(optional(settings.tlsCert)),
    tlsKey: file(optional(settings.tlsKey)),
    trustedProxies: optional(settings.trustedProxies) ?? [],
    publicUrl: optional(settings.publicUrl),
    engineMemoryBytes: required(settings.engineMemoryBytes),
    engineThreads: optional(settings.engineThreads),
    models: (optional(settings.models) ?? []).map((entry) => atFolder(entry, cwd)),
    modelsMarkingCalls: optional(settings.modelsMarkingCalls) ?? [],
    modelsAtStart: optional(settings.modelsAtStart) ?? [],
    trainingDataFolders: (optional(settings.trainingDataFolders) ?? []).map((folder) =>
      resolve(cwd, folder),
    ),
    trainingDataPrivate: required(settings.trainingDataPrivate),
    pendingArtifactDays: required(settings.pendingArtifactDays),
    traceChat: optional(settings.traceChat),
    traceTrajectories: required(settings.traceTrajectories),
    limits: {
      bodyBytes: required(limitSettings.bodyBytes),
      trajectoryBytes: required(limitSettings.trajectoryBytes),
      fileBytes: required(limitSettings.fileBytes),
      bodyBytesPerS: required(limitSettings.bodyBytesPerS),
      bodiesBytes: required(limitSettings.bodiesBytes),
      answersBytes: required(limitSettings.answersBytes),
      jsonDepth: required(limitSettings.jsonDepth),
      jsonMembers: required(limitSettings.jsonMembers),
      concurrency: required(limitSettings.concurrency),
      requestS: required(limitSettings.requestS),
      chatStreamS: required(limitSettings.chatStreamS),
      queryS: required(limitSettings.queryS),
      queueBytes: required(limitSettings.queueBytes),
    },
  };
  refuseContradictions(config);
  return config;
}

function read<T>(setting: Setting<T>, { flags, env }: ConfigSources): T | undefined {
  const flag = flagOf(setting.variable);
  const given = flags[flag];
  const name = given === undefined ? setting.variable : `--${flag}`;
  // Compose files and shells leave a variable out by making it empty; an empty flag is a mistake.
  const text = given ?? (env[setting.variable] || setting.default);
  if (text === undefined) return undefined;
  const parsed = text === "" ? undefined : setting.kind.parse(text);
  if (parsed !== undefined) return parsed.value;
  const quoted = setting.kind.isSecret ? "has a value that" : `is "${text}", which`;
  throw new ConfigError(`${name} ${quoted} is not ${setting.kind.expects}.`);
}

/** Variables of clients. A client may run in the same shell, so they are no mistake. */
const ofClients: ReadonlySet<string> = new Set([
  "HEDDLE_API_KEY",
  "HEDDLE_BASE_URL",
  "HEDDLE_PROJECT",
]);

function refuseUnknown(env: ConfigSources["env"]): void {
  const known = new Set<string>(everySetting.map((setting) => setting.variable));
  for (const name of Object.keys(env)) {
    // The test suites have variables of their own.
    if (!name.startsWith("HEDDLE_") || name.startsWith("HEDDLE_TEST_")) continue;
    if (known.has(name) || ofClients.has(name)) continue;
    const meant = nearest(name, known);
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
    const list = heddleCommand("start --help");
    throw new ConfigError(`${name} is not a setting.${hint} ${list} lists them all.`);
  }
}

function refuseContradictions(config: Config): void {
  if (config.auth === "off" && !isLoopback(config.host)) {
    throw new ConfigError(
      `HEDDLE_AUTH is "off", which is only allowed on loopback, but HEDDLE_HOST is ` +
        `"${config.host}": everyone who reaches that address could read and delete all data. ` +
        "Leave one of the two settings out.",
    );
  }
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined)) {
    const missing = config.tlsCert === undefined ? "HEDDLE_TLS_CERT" : "HEDDLE_TLS_KEY";
    throw new ConfigError(`${missing} is missing: HTTPS needs both the certificate and its key.`);
  }
}
