import type { Project } from "../../access/project-id.ts";
import type { Requester } from "../../access/requester.ts";

/** The parts of a call that a page shows. JSON members are the stored text. */
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

/** The parts of a call that a list shows. */
export type CallLine = Pick<
  CallView,
  "id" | "opName" | "displayName" | "startedAt" | "status" | "latencyMs"
>;

/** The parts of a version of an object or op that a page shows. */
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

/** The visitor and the project of a page. Access has been checked. */
export interface Visit extends Requester {
  readonly project: Project;
  /** Aborted when the visitor leaves. */
  readonly signal: AbortSignal;
}

/** Reads the data of the pages from the domains. */
export interface PageSource {
  call(visit: Visit, id: string): Promise<CallView | undefined>;
  /** The first calls made inside a call, in the order they started. */
  childrenOf(visit: Visit, id: string): Promise<readonly CallLine[]>;
  /** The newest calls of a project. */
  recentCalls(visit: Visit): Promise<readonly CallLine[]>;
  /** A version by its digest, its index (`v0`) or `latest`. */
  object(visit: Visit, objectId: string, version: string): Promise<ObjectView | undefined>;
}
