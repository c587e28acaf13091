import type { Project } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";

/** What a page shows of a call; JSON as the text that is stored. */
export interface CallView {
  readonly id: string;
  readonly opName: string;
  readonly displayName: string | null;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly threadId: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly exception: string | null;
  readonly status: string;
  readonly latencyMs: number | null;
  readonly userName: string | null;
  readonly inputs: string;
  readonly output: string;
  readonly attributes: string;
  readonly summary: string;
}

/** What a list shows of a call. */
export type CallLine = Pick<
  CallView,
  "id" | "opName" | "displayName" | "startedAt" | "status" | "latencyMs"
>;

/** What a page shows of a version of an object or op. */
export interface ObjectView {
  readonly objectId: string;
  readonly digest: string;
  readonly versionIndex: number;
  readonly isLatest: boolean;
  readonly kind: string;
  readonly baseClass: string | null;
  readonly createdAt: string;
  readonly userName: string | null;
  /** JSON text. */
  readonly value: string;
}

/** Who looks at what; access has been checked. */
export interface Visit extends Requester {
  readonly project: Project;
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal;
}

/** Where the pages read from: the domains. */
export interface PageSource {
  call(visit: Visit, id: string): Promise<CallView | undefined>;
  /** The first calls made inside a call, in the order they started. */
  childrenOf(visit: Visit, id: string): Promise<readonly CallLine[]>;
  /** The newest calls of a project. */
  recentCalls(visit: Visit): Promise<readonly CallLine[]>;
  /** A version by its digest, its index (`v0`) or `latest`. */
  object(visit: Visit, objectId: string, version: string): Promise<ObjectView | undefined>;
}
