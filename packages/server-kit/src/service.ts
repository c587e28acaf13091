import type { ByName, ProjectNames } from "./access/finders.ts";
import type { ApiError } from "./errors.ts";
import type { OperationSpec } from "./operation.ts";

/** The body of an error's answer. `operation` is absent where no operation has the path. */
export type ErrorBody = (
  error: ApiError,
  requestId: string,
  operation: OperationSpec | undefined,
) => unknown;

/**
 * The statuses of requests that cannot be read. Two that are the same are one kind of refusal:
 * where `malformed` is what `invalid` is, broken JSON is told as an issue of the body.
 */
export interface RefusalStatuses {
  /** Not JSON, not UTF-8, cut short. */
  readonly malformed: number;
  /** A media type or an encoding that the operation does not take. */
  readonly mediaType: number;
  /** A parameter or a body that does not fit its schema. */
  readonly invalid: number;
}

/** What makes one service's wire different from another's, beside its operations. */
export interface ServiceSpec {
  /** As in the spec's folder: `trace`. */
  readonly name: string;
  readonly operations: readonly OperationSpec[];
  readonly errorBody: ErrorBody;
  /** The answer of an operation that has no handler yet. */
  notBuilt(operation: OperationSpec): ApiError;
  /** Finds projects in texts that have a form of their own: `ref` in `x-project: ["ref:/refs/*"]`. */
  readonly finders?: ByName<ProjectNames>;
  /** Whether a header that names another entity's project is a wrong credential: 401, not 404. */
  readonly isForeignHeader401?: boolean;
  /**
   * Ids of operations whose last path parameter may have slashes in it, as names of models and paths
   * of files have: senders do not always escape them.
   */
  readonly slashedTails?: readonly string[];
  /** 400, 415 and 422 unless told otherwise. */
  readonly refusals?: RefusalStatuses;
  /**
   * Where answers are checked, errors that the document says nothing about are let through: those
   * of its own handlers a service knows, those of whoever reads its requests it may not.
   */
  readonly mayLeaveErrorsOut?: boolean;
  /** `WWW-Authenticate` of every 401, in place of the one that the error brings. */
  readonly challenge?: string;
}

/** A service whose handlers have a type of their own. */
export interface TypedService<Handlers> extends ServiceSpec {
  /** Never there: it carries the type. */
  readonly handlers?: Handlers;
}
