import type { Context } from "hono";
import type { ByName, Owner, ProjectNames } from "./access/finders.ts";
import type { ApiError } from "./errors.ts";
import type { AccessLevel, OperationSpec } from "./operation.ts";
import type { ErrorBody } from "./service.ts";

/** The facts of a request after authentication. */
export interface RequestFacts<Principal> {
  /** The sender; `null` on public operations, even if the request carries credentials. */
  readonly principal: Principal | null;
  readonly requestId: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  readonly operation: OperationSpec;
  readonly headers: Headers;
  readonly remoteAddress: string | undefined;
}

/** The facts of a request that failed. Some may be missing. */
export interface ErrorFacts {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Absent where no operation has this path. */
  readonly operation: OperationSpec | undefined;
}

/** Sizes above which a request is refused with 413. */
export interface Limits {
  /** Bytes of a body in memory, after decompression. Default: 32 MiB. */
  readonly bodyBytes?: number;
  /** Depth of nested containers in a JSON body. Default: 200. */
  readonly jsonDepth?: number;
  /** Objects, arrays and members in a JSON body. Default: 1,000,000. */
  readonly jsonMembers?: number;
  /** Bytes of one file of a multipart body. Default: 1 GiB. */
  readonly fileBytes?: number;
}

/** The options of a service app. */
export interface AppOptions<Principal, HandlerContext> {
  /**
   * Finds the sender of a request. `null` answers 401 for missing or wrong credentials; throw
   * `Unauthorized` to give a reason. Not called for public operations.
   */
  authenticate(headers: Headers): Principal | null | Promise<Principal | null>;
  /**
   * Throws an `ApiError` unless the principal may do this in every one of these projects. For
   * another entity's project, throw `NotFound`.
   *
   * Called up to three times: without projects before the first byte of a body is read, to check
   * the role alone; with the projects of the address and the headers; and with the projects of the
   * body, as soon as they are read. Each project comes once: as `entity/project`, or as
   * `internal:<id>` if a ref names its project by internal id. Malformed names are passed too.
   * Without this function, every authenticated principal may do everything.
   */
  authorise?(
    principal: Principal,
    access: AccessLevel,
    projects: readonly string[],
  ): void | Promise<void>;
  /** The entity of a principal, for requests that name a project without its entity. */
  entityOf?(principal: Principal): string;
  /** Finds projects in values of a special form, beside those that the service knows. */
  readonly finders?: ByName<ProjectNames>;
  /**
   * Looks up the project of a thing that a request names by its id, by the kind of the thing:
   * `model` in `x-project: ["model:path:/model_id"]`. An app does not start if an operation that has
   * a handler lacks such a lookup.
   */
  readonly owners?: ByName<Owner>;
  /**
   * Called before a body, or values read from it, take this many more bytes of memory. Throw an
   * `ApiError` to refuse them. The bytes stay held until the answer has been sent.
   */
  hold?(c: Context, bytes: number, operation: OperationSpec): void;
  /** What handlers get as `context`. */
  context(facts: RequestFacts<Principal>): HandlerContext | Promise<HandlerContext>;
  /** Turns an error that is not an `ApiError` into one. `undefined` answers 500 without details. */
  mapError?(error: unknown): ApiError | undefined;
  /**
   * Called for every error that answers 500 or above, or cuts a stream. Write the log line here.
   */
  onError?(error: unknown, facts: ErrorFacts): void;
  /**
   * The body of every error, in place of the service's own: `combinedErrorBody` where training and
   * inference share an address.
   */
  readonly errorBody?: ErrorBody;
  /**
   * Milliseconds of silence after which a stream of events sends a comment, so that clients and
   * proxies keep the connection open. Default: 15,000.
   */
  readonly keepAliveMs?: number;
  /**
   * Checks every answer against the spec; a violation answers 500. A member that the spec does not
   * name is a violation too, unless its object is open by word (`additionalProperties`); for a
   * `plainService` it is a warning. For tests and development.
   */
  readonly checkResponses?: boolean;
  /** Called with each warning of `checkResponses`, once. Default: `console.warn`. */
  onWarning?(message: string): void;
  readonly limits?: Limits;
  /** What other limits an operation has, in place of `limits`; asked once for each when the app is made. */
  limitsOf?(operation: OperationSpec): Limits;
  /** Operations without a handler answer that they are not built, instead of failing at start. */
  readonly partial?: boolean;
  /** The id of a request. Default: a random UUID. */
  requestId?(c: Context): string;
  /** The address of the client. Default: the address of Node's socket. */
  remoteAddress?(c: Context): string | undefined;
}

/** Options under which every operation must have a handler. */
export type WholeOptions<Principal, HandlerContext> = AppOptions<Principal, HandlerContext> & {
  readonly partial?: false;
};

/** Options under which operations without a handler answer that they are not built. */
export type PartialOptions<Principal, HandlerContext> = AppOptions<Principal, HandlerContext> & {
  readonly partial: true;
};

/** Some of the handlers of a service. */
export type SomeHandlers<Handlers> = {
  readonly [Resource in keyof Handlers]?: Partial<Handlers[Resource]>;
};

type ContextsOf<Handlers> = {
  [Resource in keyof Handlers]: {
    [Verb in keyof Handlers[Resource]]: Handlers[Resource][Verb] extends (
      request: infer Request,
    ) => unknown
      ? Request extends { readonly context: infer C }
        ? C
        : never
      : never;
  }[keyof Handlers[Resource]];
}[keyof Handlers];

/** What handlers of this type get as `context`. */
export type ContextOf<Handlers> = [ContextsOf<Handlers>] extends [never]
  ? unknown
  : ContextsOf<Handlers>;

/**
 * Options of a service that Heddle does not define: `authenticate` may be left out if every
 * operation is public, `context` if no handler uses it.
 */
export type ServiceOptions<Principal, C> = Omit<
  AppOptions<Principal, C>,
  "authenticate" | "context"
> &
  Partial<Pick<AppOptions<Principal, C>, "authenticate">> &
  (Empty extends C
    ? Partial<Pick<AppOptions<Principal, C>, "context">>
    : Pick<AppOptions<Principal, C>, "context">);

type Empty = Readonly<Record<string, never>>;
