import {
  host,
  httpUrl,
  integer,
  type Kind,
  list,
  localPath,
  network,
  oneOf,
  origin,
  path,
  size,
} from "./kinds.ts";
import { chatTrace } from "./chat-trace.ts";
import { modelEntry, modelName } from "./model-entry.ts";
import type { Config, Limits } from "./shape.ts";

/** One setting: its variable, how its text is read, and its description. */
export interface Setting<T> {
  /** The variable; the flag follows from it: `HEDDLE_DATA_DIR` is `--data-dir`. */
  readonly variable: `HEDDLE_${string}`;
  readonly kind: Kind<T>;
  /** The default value, as a user would write it. */
  readonly default?: string;
  /** For a setting without a default: describes what the server does without a value. */
  readonly otherwise?: string;
  /** The description in `--help` and in the docs: one sentence without the setting's name. */
  readonly says: string;
}

type Settings<Values> = {
  readonly [Name in keyof Values]-?: Setting<NonNullable<Values[Name]>>;
};

/** Every setting except the limits, in the order in which they are printed. */
export const settings: Settings<Omit<Config, "limits">> = {
  host: {
    variable: "HEDDLE_HOST",
    kind: host,
    default: "127.0.0.1",
    says: "Address to listen on; 0.0.0.0 or :: listens on every interface.",
  },
  port: {
    variable: "HEDDLE_PORT",
    kind: integer(0, 65_535),
    default: "4777",
    says: "Port to listen on; 0 takes a free one.",
  },
  dataDir: {
    variable: "HEDDLE_DATA_DIR",
    kind: path,
    default: ".heddle",
    says: "Folder for all data on this machine. Only one server can use it at a time.",
  },
  recordsFile: {
    variable: "HEDDLE_RECORDS_URL",
    kind: localPath(
      "sqlite",
      /^postgres(?:ql)?:/,
      "This release keeps its records in SQLite only: PostgreSQL is not built yet. " +
        "Leave HEDDLE_RECORDS_URL (--records-url) out, or write sqlite:/path/to/records.db.",
    ),
    otherwise: "records.db in the data folder",
    says: "SQLite file of the records: entities, projects, keys, object versions.",
  },
  tracesUrl: {
    variable: "HEDDLE_TRACES_URL",
    kind: httpUrl,
    otherwise: "embedded",
    says: "Address of a ClickHouse server that stores the traces, instead of the embedded engine.",
  },
  blobsFolder: {
    variable: "HEDDLE_BLOBS_URL",
    kind: localPath(
      "folder",
      /^s3:/,
      "This release keeps its blobs in a folder only: S3 is not built yet. " +
        "Leave HEDDLE_BLOBS_URL (--blobs-url) out, or write folder:/path/to/blobs.",
    ),
    otherwise: "blobs in the data folder",
    says: "Folder for the contents of files and for large values.",
  },
  log: {
    variable: "HEDDLE_LOG",
    kind: oneOf("debug", "info", "warn", "error", "silent"),
    default: "info",
    says: "The least severe level to log. The log goes to standard error, as lines of JSON.",
  },
  auth: {
    variable: "HEDDLE_AUTH",
    kind: oneOf("on", "off"),
    default: "on",
    says: "on: requests need an API key. off is allowed only on a loopback address.",
  },
  corsOrigins: {
    variable: "HEDDLE_CORS_ORIGINS",
    kind: list(origin),
    otherwise: "none",
    says: "Origins of the web pages that may call the server from a browser.",
  },
  tlsCert: {
    variable: "HEDDLE_TLS_CERT",
    kind: path,
    otherwise: "plain HTTP",
    says: "File of the certificate chain (PEM) for HTTPS. Needs --tls-key too.",
  },
  tlsKey: {
    variable: "HEDDLE_TLS_KEY",
    kind: path,
    otherwise: "plain HTTP",
    says: "File of the certificate's private key (PEM). Needs --tls-cert too.",
  },
  trustedProxies: {
    variable: "HEDDLE_TRUSTED_PROXIES",
    kind: list(network),
    otherwise: "none",
    says: "Proxies whose X-Forwarded-For header the server trusts.",
  },
  publicUrl: {
    variable: "HEDDLE_PUBLIC_URL",
    kind: httpUrl,
    otherwise: "the address listened on",
    says: "Address at which users reach the server; its links start with it.",
  },
  engineMemoryBytes: {
    variable: "HEDDLE_ENGINE_MEMORY",
    kind: size(64 * 1024 ** 2, 4 * 1024 ** 3),
    default: "2GiB",
    says: "Memory of the engine: the weights of all models in use, adapters and caches.",
  },
  engineThreads: {
    variable: "HEDDLE_ENGINE_THREADS",
    kind: integer(1, 64),
    otherwise: "one per core, at most 5",
    says: "Threads that compute for models.",
  },
  models: {
    variable: "HEDDLE_MODELS",
    kind: list(modelEntry),
    otherwise: "the built-in model",
    says: "Names that stand for models, and folders of models and adapters (Hugging Face, PEFT).",
  },
  modelsMarkingCalls: {
    variable: "HEDDLE_MODELS_MARKING_CALLS",
    kind: list(modelName),
    otherwise: "the built-in model",
    says: "Models that write tool calls in <tool_call>; the offered tools then bind their calls.",
  },
  modelsAtStart: {
    variable: "HEDDLE_MODELS_AT_START",
    kind: list(modelName),
    otherwise: "none",
    says: "Models to load at the start. Others load at their first request.",
  },
  trainingDataFolders: {
    variable: "HEDDLE_TRAINING_DATA_FOLDERS",
    kind: list(path),
    otherwise: "none",
    says: "Folders whose files training jobs may name as file: addresses of their data.",
  },
  trainingDataPrivate: {
    variable: "HEDDLE_TRAINING_DATA_PRIVATE",
    kind: oneOf("on", "off"),
    default: "off",
    says: "on: training data may come by http:, and from this machine and its network.",
  },
  pendingArtifactDays: {
    variable: "HEDDLE_PENDING_ARTIFACT_DAYS",
    kind: integer(1, 3650),
    default: "7",
    says: "Days after which an artifact that was begun and never committed is deleted with its files.",
  },
  traceChat: {
    variable: "HEDDLE_TRACE_CHAT",
    kind: chatTrace,
    otherwise: "none",
    says: "Project in which chat requests become calls. entity/project takes those of that entity alone; a name is each entity's own project.",
  },
  traceTrajectories: {
    variable: "HEDDLE_TRACE_TRAJECTORIES",
    kind: oneOf("on", "off"),
    default: "on",
    says: "on: trajectories of training become calls in the project of their model.",
  },
};

/** The limits. The server refuses a request that exceeds one, and its answer names the limit. */
export const limitSettings: Settings<Limits> = {
  bodyBytes: {
    variable: "HEDDLE_LIMIT_BODY",
    kind: size(1024),
    default: "32MiB",
    says: "Largest body of a request, after decompression. Uploaded files and trajectories have their own limits.",
  },
  trajectoryBytes: {
    variable: "HEDDLE_LIMIT_TRAJECTORIES",
    kind: size(1024),
    default: "128MiB",
    says: "Largest body with trajectories: of a job by reward, or to log. About 100 bytes for each sampled token. They may take 8 times this of memory.",
  },
  fileBytes: {
    variable: "HEDDLE_LIMIT_FILE",
    kind: size(1024),
    default: "1GiB",
    says: "Largest uploaded file.",
  },
  bodyBytesPerS: {
    variable: "HEDDLE_LIMIT_BODY_RATE",
    kind: size(1),
    default: "1KiB",
    says: "Least bytes per second of a body, averaged over ten seconds. A slower one is cut off.",
  },
  bodiesBytes: {
    variable: "HEDDLE_LIMIT_BODIES",
    kind: size(1024 * 1024),
    default: "512MiB",
    says: "Memory for bodies and the values read from them; at least 16 times the largest body. Trajectories have their own.",
  },
  answersBytes: {
    variable: "HEDDLE_LIMIT_ANSWERS",
    kind: size(1024 * 1024),
    default: "512MiB",
    says: "Memory for all answers, until the clients have taken them.",
  },
  jsonDepth: {
    variable: "HEDDLE_LIMIT_JSON_DEPTH",
    kind: integer(10, 1000),
    default: "200",
    says: "Deepest nesting of objects and arrays in a JSON body.",
  },
  jsonMembers: {
    variable: "HEDDLE_LIMIT_JSON_MEMBERS",
    kind: integer(1000, 100_000_000),
    default: "1000000",
    says: "Most objects, arrays and members in a JSON body; numbers in arrays do not count. Trajectories have more.",
  },
  concurrency: {
    variable: "HEDDLE_LIMIT_CONCURRENCY",
    kind: integer(1, 100_000),
    default: "1024",
    says: "Most requests at the same time.",
  },
  requestS: {
    variable: "HEDDLE_LIMIT_REQUEST_SECONDS",
    kind: integer(1, 86_400),
    default: "600",
    says: "Seconds that a request may take, including the stream of its answer.",
  },
  chatStreamS: {
    variable: "HEDDLE_LIMIT_CHAT_STREAM_SECONDS",
    kind: integer(1, 86_400),
    default: "3600",
    says: "Seconds that a request of chat may take once its answer is streamed.",
  },
  queryS: {
    variable: "HEDDLE_LIMIT_QUERY_SECONDS",
    kind: integer(1, 86_400),
    default: "60",
    says: "Seconds that one query of the trace store may take.",
  },
  queueBytes: {
    variable: "HEDDLE_LIMIT_QUEUE",
    kind: size(1024 * 1024),
    default: "256MiB",
    says: "Memory for rows that wait to be written to one table of the trace store.",
  },
};

/** The flag of a variable, without dashes: `data-dir` for `HEDDLE_DATA_DIR`. */
export function flagOf(variable: string): string {
  return variable.slice("HEDDLE_".length).toLowerCase().replaceAll("_", "-");
}
