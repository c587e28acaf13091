import type { Context } from "hono";
import type { ByName, Owner, ProjectNames } from "./access/finders.ts";
import type { ApiError } from "./errors.ts";
import type { AccessLevel, OperationSpec } from "./operation.ts";
import type { ErrorBody } from "./service.ts";

/** What is known of a request once its sender is. */
export interface RequestFacts<Principal> {
  /** Who asks; `null` where the operation is public, whatever credentials came along. */
  readonly principal: Principal | null;
  readonly requestId: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  readonly operation: OperationSpec;
  readonly headers: Headers;
  readonly remoteAddress: string | undefined;
}

/** What is known when something goes wrong: all of the request's facts, or less. */
export interface ErrorFacts {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Absent where no operation has this path. */
  readonly operation: OperationSpec | undefined;
}

/** Sizes above which a request is refused with 413. */
export interface Limits {
  /** Of a body in memory, after decompression. 32 MiB unless told otherwise. */
  readonly bodyBytes?: number;
  /** Of containers within containers in a JSON body. 200 unless told otherwise. */
  readonly jsonDepth?: number;
  /** Of objects, arrays and members in a JSON body. 1,000,000 unless told otherwise. */
  readonly jsonMembers?: number;
  /** Of one file of a multipart body. 1 GiB unless told otherwise. */
  readonly fileBytes?: number;
}

/** What a service app is built with, beside its handlers. */
export interface AppOptions<Principal, HandlerContext> {
  /**
   * Who sent this; `null` (401) for missing or wrong credentials, or a thrown `Unauthorized` that
   * says more. Not asked for public operations.
   */
  authenticate(headers: Headers): Principal | null | Promise<Principal | null>;
  /**
   * Throws an `ApiError` unless the principal may do this in every one of these projects: `NotFound`
   * for a project of others.
   *
   * Called before the first byte of a body is read, without projects, since the role alone counts;
   * again with those that the address and the headers name; and again with those of the body, as
   * soon as they are read. Each project comes once: as `entity/project`, or as `internal:<id>` where
   * a ref names its project by internal id. Malformed names are passed too. Without this function,
   * whoever is authenticated may do everything.
   */
  authorise?(
    principal: Principal,
    access: AccessLevel,
    projects: readonly string[],
  ): void | Promise<void>;
  /** The entity of a principal, where a request may leave out whose project it means. */
  entityOf?(principal: Principal): string;
  /** Finds projects in values with a form of their own, beside those that the service knows. */
  readonly finders?: ByName<ProjectNames>;
  /**
   * Looks up whose something is that a request names by its id: `model` in
   * `x-project: ["model:path:/model_id"]`. An app does not start while an operation that has a
   * handler lacks one of its owners.
   */
  readonly owners?: ByName<Owner>;
  /**
   * Called before a body, or what is read from it, takes this many more bytes of memory. Throws an
   * `ApiError` to refuse it; what is held is held until the answer has left.
   */
  hold?(c: Context, bytes: number): void;
  /** What handlers get as `context`. */
  context(facts: RequestFacts<Principal>): HandlerContext | Promise<HandlerContext>;
  /** The answer to an error that is not an `ApiError`; without one it is a 500 that says nothing. */
  mapError?(error: unknown): ApiError | undefined;
  /** Told every error that answers 500 or above, or cuts a stream: where the log line is written. */
  onError?(error: unknown, facts: ErrorFacts): void;
  /**
   * The body of every error, in place of the service's own: `combinedErrorBody` where training and
   * inference share an address.
   */
  readonly errorBody?: ErrorBody;
  /** Silence after which a stream of events sends a comment, so that nobody takes it for dead. 15 s. */
  readonly keepAliveMs?: number;
  /** Holds every answer to the spec; a violation answers 500. For tests and development. */
  readonly checkResponses?: boolean;
  readonly limits?: Limits;
  /** Operations without a handler answer that they are not built, instead of failing at start. */
  readonly partial?: boolean;
  /** The id of a request; a random UUID unless told otherwise. */
  requestId?(c: Context): string;
  /** The address of the client; taken from Node's socket unless told otherwise. */
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
 * Options of a service that is not one of ours: `authenticate` may be left out where every operation
 * is public, `context` where handlers ask for nothing of it.
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
