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
import type { Config, Limits } from "./shape.ts";

/** One setting: where it comes from, how its text is read, and what is said of it. */
export interface Setting<T> {
  /** The variable; the flag follows from it: `HEDDLE_DATA_DIR` is `--data-dir`. */
  readonly variable: `HEDDLE_${string}`;
  readonly kind: Kind<T>;
  /** The value where nothing is given, as one would write it. */
  readonly default?: string;
  /** What holds without a value, where there is no default. */
  readonly otherwise?: string;
  /** What it does, in one sentence without its name. */
  readonly says: string;
}

type Settings<Values> = {
  readonly [Name in keyof Values]-?: Setting<NonNullable<Values[Name]>>;
};

/** Every setting but the limits, in the order in which they are printed. */
export const settings: Settings<Omit<Config, "limits">> = {
  host: {
    variable: "HEDDLE_HOST",
    kind: host,
    default: "127.0.0.1",
    says: "Address to listen on; 0.0.0.0 or :: for every interface.",
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
    says: "Folder of everything that is stored on this machine. One server owns it at a time.",
  },
  recordsFile: {
    variable: "HEDDLE_RECORDS_URL",
    kind: localPath(
      "sqlite",
      /^postgres(?:ql)?:/,
      "This release keeps its records in SQLite only: PostgreSQL is not built yet. " +
        "Leave HEDDLE_RECORDS_URL (--records-url) out, or write sqlite:/path/to/records.db",
    ),
    otherwise: "records.db in the data folder",
    says: "Where the records are: entities, projects, keys, object versions.",
  },
  tracesUrl: {
    variable: "HEDDLE_TRACES_URL",
    kind: httpUrl,
    otherwise: "embedded",
    says: "ClickHouse server that keeps the traces, instead of the embedded engine.",
  },
  blobsFolder: {
    variable: "HEDDLE_BLOBS_URL",
    kind: localPath(
      "folder",
      /^s3:/,
      "This release keeps its blobs in a folder only: S3 is not built yet. " +
        "Leave HEDDLE_BLOBS_URL (--blobs-url) out, or write folder:/path/to/blobs",
    ),
    otherwise: "blobs in the data folder",
    says: "Where the contents of files and large values are.",
  },
  log: {
    variable: "HEDDLE_LOG",
    kind: oneOf("debug", "info", "warn", "error", "silent"),
    default: "info",
    says: "How much is logged, as lines of JSON on standard error.",
  },
  auth: {
    variable: "HEDDLE_AUTH",
    kind: oneOf("on", "off"),
    default: "on",
    says: "Whether requests need an API key. Can only be off while listening on loopback.",
  },
  corsOrigins: {
    variable: "HEDDLE_CORS_ORIGINS",
    kind: list(origin),
    otherwise: "none",
    says: "Origins of web pages that may call from a browser.",
  },
  tlsCert: {
    variable: "HEDDLE_TLS_CERT",
    kind: path,
    otherwise: "plain HTTP",
    says: "File of the certificate chain (PEM) to serve HTTPS with. Needs the key too.",
  },
  tlsKey: {
    variable: "HEDDLE_TLS_KEY",
    kind: path,
    otherwise: "plain HTTP",
    says: "File of the certificate's private key (PEM).",
  },
  trustedProxies: {
    variable: "HEDDLE_TRUSTED_PROXIES",
    kind: list(network),
    otherwise: "none",
    says: "Proxies whose X-Forwarded-For is believed.",
  },
  publicUrl: {
    variable: "HEDDLE_PUBLIC_URL",
    kind: httpUrl,
    otherwise: "the address listened on",
    says: "Address under which people reach the server, for the links it gives out.",
  },
};

/** The limits. What goes over one is refused with an answer that names it. */
export const limitSettings: Settings<Limits> = {
  bodyBytes: {
    variable: "HEDDLE_LIMIT_BODY",
    kind: size(1024),
    default: "32MiB",
    says: "Body of a request, after decompression; files are apart.",
  },
  fileBytes: {
    variable: "HEDDLE_LIMIT_FILE",
    kind: size(1024),
    default: "1GiB",
    says: "One uploaded file.",
  },
  bodyBytesPerS: {
    variable: "HEDDLE_LIMIT_BODY_RATE",
    kind: size(1),
    default: "1KiB",
    says: "What must come of a body in a second, over ten seconds; a slower one is cut.",
  },
  bodiesBytes: {
    variable: "HEDDLE_LIMIT_BODIES",
    kind: size(1024 * 1024),
    default: "512MiB",
    says: "Memory for the bodies under way; never less than that of four of the longest.",
  },
  answersBytes: {
    variable: "HEDDLE_LIMIT_ANSWERS",
    kind: size(1024 * 1024),
    default: "512MiB",
    says: "Memory for what the answers under way are made of.",
  },
  jsonDepth: {
    variable: "HEDDLE_LIMIT_JSON_DEPTH",
    kind: integer(10, 1000),
    default: "200",
    says: "Containers within containers in a JSON body.",
  },
  jsonMembers: {
    variable: "HEDDLE_LIMIT_JSON_MEMBERS",
    kind: integer(1000, 100_000_000),
    default: "1000000",
    says: "Objects, arrays and members in a JSON body; numbers in arrays do not count.",
  },
  concurrency: {
    variable: "HEDDLE_LIMIT_CONCURRENCY",
    kind: integer(1, 100_000),
    default: "1024",
    says: "Requests worked on at the same time.",
  },
  requestS: {
    variable: "HEDDLE_LIMIT_REQUEST_SECONDS",
    kind: integer(1, 86_400),
    default: "600",
    says: "Seconds that a request may take, its answer's stream included.",
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
    says: "What may wait to be written to one table of the trace store.",
  },
};

/** The command line's spelling of a variable. */
export function flagOf(variable: string): string {
  return variable.slice("HEDDLE_".length).toLowerCase().replaceAll("_", "-");
}
