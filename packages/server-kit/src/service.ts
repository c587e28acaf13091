import type { ProjectOfRef } from "./access/projects.ts";
import type { ApiError } from "./errors.ts";
import type { OperationSpec } from "./operation.ts";

/** What makes one service's wire different from another's, beside its operations. */
export interface ServiceSpec {
  /** As in the spec's folder: `trace`. */
  readonly name: string;
  readonly operations: readonly OperationSpec[];
  /** The body of an error's answer. */
  errorBody(error: ApiError, requestId: string): unknown;
  /** The answer of an operation that has no handler yet. */
  notBuilt(operation: OperationSpec): ApiError;
  readonly projectOfRef: ProjectOfRef;
}
