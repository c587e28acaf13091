import type { ByName, ProjectNames } from "./access/finders.ts";
import type { DocumentSource } from "./document.ts";
import type { ApiError } from "./errors.ts";
import type { OperationSpec } from "./operation.ts";

/** The body of an error's answer. `operation` is absent where no operation has the path. */
export type ErrorBody = (
  error: ApiError,
  requestId: string,
  operation: OperationSpec | undefined,
) => unknown;

/**
 * The statuses of requests that cannot be read. If `malformed` or `mediaType` equals `invalid`,
 * such a request is reported as an issue of the body.
 */
export interface RefusalStatuses {
  /** Not JSON, not UTF-8, cut short. */
  readonly malformed: number;
  /** A media type or an encoding that the operation does not take. */
  readonly mediaType: number;
  /** A parameter or a body that does not fit its schema. */
  readonly invalid: number;
}

/** A service: its operations, and the parts of its wire format that differ from other services. */
export interface ServiceSpec {
  /** As in the spec's folder: `trace`. */
  readonly name: string;
  readonly operations: readonly OperationSpec[];
  /** The routes that the registry of the app has. Default: none. */
  readonly document?: DocumentSource;
  readonly errorBody: ErrorBody;
  /** The answer of an operation that has no handler yet. */
  notBuilt(operation: OperationSpec): ApiError;
  /** Finds projects in texts that have a form of their own: `ref` in `x-project: ["ref:/refs/*"]`. */
  readonly finders?: ByName<ProjectNames>;
  /**
   * Whether a header that names another entity's project counts as a wrong credential: 401, not
   * 404.
   */
  readonly isForeignHeader401?: boolean;
  /**
   * Ids of operations whose last path parameter may contain slashes, as names of models and paths
   * of files do: clients do not always escape them.
   */
  readonly slashedTails?: readonly string[];
  /**
   * Resources whose bodies need the media type that the document lists, if they have one at all.
   * Elsewhere a body with a wrong label is read as JSON if it may be JSON.
   */
  readonly exactMediaTypes?: readonly string[];
  /** Default: 400, 415 and 422. */
  readonly refusals?: RefusalStatuses;
  /**
   * Lets checked answers be errors that the document does not list. A document may know only the
   * errors of its handlers, and not those of the server that reads the requests.
   */
  readonly mayLeaveErrorsOut?: boolean;
  /**
   * Lets checked answers have members that the document does not name: they are told to
   * `AppOptions.onWarning`, and are no error. Few documents name every member.
   */
  readonly mayLeaveMembersOut?: boolean;
  /** `WWW-Authenticate` of every 401, in place of the one that the error brings. */
  readonly challenge?: string;
}

/** A service whose handlers have a type of their own. */
export interface TypedService<Handlers> extends ServiceSpec {
  /** Never set; it only carries the type. */
  readonly handlers?: Handlers;
}
