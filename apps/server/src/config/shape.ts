import type { ChatTrace } from "./chat-trace.ts";
import type { ModelEntry } from "./model-entry.ts";

/** All settings of a server; `loadConfig` has checked every member. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Absolute path of the SQLite file. */
  readonly recordsFile: string;
  /** ClickHouse's address; undefined for the embedded engine. */
  readonly tracesUrl: string | undefined;
  /** Absolute path of the blobs' folder. */
  readonly blobsFolder: string;
  readonly log: "debug" | "info" | "warn" | "error" | "silent";
  readonly auth: "on" | "off";
  /** Exact origins, or `*`. */
  readonly corsOrigins: readonly string[];
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** Memory of the engine: weights, adapters and caches together. */
  readonly engineMemoryBytes: number;
  /** Threads that compute; undefined for one per core. */
  readonly engineThreads: number | undefined;
  /** Names and folders of models; folders are absolute. */
  readonly models: readonly ModelEntry[];
  /** Names of models that mark their calls, beside the built-in one. */
  readonly modelsMarkingCalls: readonly string[];
  /** Names of models to load at the start. */
  readonly modelsAtStart: readonly string[];
  /** Absolute paths of folders with training data. */
  readonly trainingDataFolders: readonly string[];
  /** Whether training data may come from this machine and its network. */
  readonly trainingDataPrivate: "on" | "off";
  /** Days after which an artifact that was begun must be committed. */
  readonly pendingArtifactDays: number;
  /** Where chat requests become calls, unless their header says otherwise; undefined: nowhere. */
  readonly traceChat: ChatTrace | undefined;
  /** Whether the trajectories of training become traces. */
  readonly traceTrajectories: "on" | "off";
  readonly limits: Limits;
}

/** The limits of requests, and of their memory and time; `settings.ts` describes each. */
export interface Limits {
  readonly bodyBytes: number;
  readonly trajectoryBytes: number;
  readonly fileBytes: number;
  readonly bodyBytesPerS: number;
  readonly bodiesBytes: number;
  readonly answersBytes: number;
  readonly jsonDepth: number;
  readonly jsonMembers: number;
  readonly concurrency: number;
  readonly requestS: number;
  readonly chatStreamS: number;
  readonly queryS: number;
  readonly queueBytes: number;
}
