import type { Context } from "hono";
import { Authoriser, AbsentOrForeign } from "./access/authoriser.ts";
import { ApiError, BadRequest, InternalError, NotBuilt, Unauthorized } from "./errors.ts";
import { isNotBuilt } from "./not-built.ts";
import type { OperationSpec } from "./operation.ts";
import type { AppOptions, ErrorFacts, Limits } from "./options.ts";
import type { Hold } from "./read/json-body.ts";
import { defaultJsonLimits } from "./read/json-limits.ts";
import type { MultipartReader } from "./read/multipart.ts";
import { partRules } from "./read/multipart-rules.ts";
import { noParameters, ParameterReader, type RequestParameters } from "./read/parameters.ts";
import { type AcceptedBody, BodyReader } from "./read/request-body.ts";
import { RequestSignal } from "./request-signal.ts";
import type { Refuser } from "./respond/refuser.ts";
import { type AnyReply, Responder } from "./respond/responder.ts";
import type { RoutePath } from "./route-path.ts";
import type { ServiceSpec } from "./service.ts";

/** A handler whose operation is only known at run time. */
export type AnyHandler = (request: AnyRequest) => AnyReply | Promise<AnyReply>;

interface AnyRequest extends RequestParameters {
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly context: unknown;
}

/** Everything a dispatcher needs to serve one operation. */
export interface Dispatching<Principal, HandlerContext> {
  readonly service: ServiceSpec;
  readonly operation: OperationSpec;
  /** `undefined`: the operation answers that it is not built. */
  readonly handler: AnyHandler | undefined;
  readonly options: AppOptions<Principal, HandlerContext>;
  readonly route: RoutePath;
  readonly refuser: Refuser;
}

/** One request while it is served. */
interface Passage<Principal> {
  readonly c: Context;
  readonly requestId: string;
  readonly signal: RequestSignal;
  principal: Principal | null;
}

const defaultLimits: Required<Limits> = {
  bodyBytes: 32 * 1024 * 1024,
  jsonDepth: defaultJsonLimits.depth,
  jsonMembers: defaultJsonLimits.members,
  fileBytes: 1024 ** 3,
};

/** Shorter than what proxies and clients commonly wait for. */
const defaultKeepAliveMs = 15_000;

/** nginx's status, not one of HTTP. No client sees it: the client has gone. */
const clientClosedRequest = 499;

/** Serves one operation: authenticates, authorises, reads, calls the handler, answers. */
export class Dispatcher<Principal, HandlerContext> {
  readonly #service: ServiceSpec;
  readonly #operation: OperationSpec;
  readonly #handler: AnyHandler | undefined;
  readonly #isBuilt: boolean;
  readonly #options: AppOptions<Principal, HandlerContext>;
  readonly #limits: Required<Limits>;
  readonly #parameters: ParameterReader;
  readonly #bodies: BodyReader;
  readonly #authoriser: Authoriser<Principal>;
  readonly #responder: Responder;
  readonly #route: RoutePath;
  readonly #refuser: Refuser;

  constructor(dispatching: Dispatching<Principal, HandlerContext>) {
    const { service, operation, handler, options, route, refuser } = dispatching;
    this.#service = service;
    this.#operation = operation;
    this.#handler = handler;
    this.#isBuilt = handler !== undefined && !isNotBuilt(handler);
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits, ...options.limitsOf?.(operation) };
    this.#parameters = new ParameterReader(operation);
    const isExact = service.exactMediaTypes?.includes(operation.resource) ?? false;
    this.#bodies = new BodyReader(operation, this.#limits, isExact);
    this.#authoriser = new Authoriser(service, operation, options);
    this.#responder = new Responder(operation, {
      checkResponses: options.checkResponses ?? false,
      mayLeaveErrorsOut: service.mayLeaveErrorsOut ?? false,
      warn: service.mayLeaveMembersOut
        ? (message) => (options.onWarning ? options.onWarning(message) : console.warn(message))
        : undefined,
      keepAliveMs: options.keepAliveMs ?? defaultKeepAliveMs,
    });
    this.#route = route;
    this.#refuser = refuser;
  }

  /** The options that a built operation needs and lacks. */
  get missing(): readonly string[] {
    return this.#isBuilt ? this.#authoriser.missing : [];
  }

  /** Never rejects: every error is an answer. */
  async handle(c: Context): Promise<Response> {
    const requestId = this.#options.requestId?.(c) ?? crypto.randomUUID();
    const signal = new RequestSignal(c.req.raw);
    const passage: Passage<Principal> = { c, requestId, signal, principal: null };
    try {
      if (this.#operation.access !== "public") {
        passage.principal = await this.#options.authenticate(c.req.raw.headers);
        if (passage.principal === null) throw new Unauthorized();
      }
      return await this.#answer(passage);
    } catch (e) {
      if (signal.isAborted) return new Response(null, { status: clientClosedRequest });
      return this.#refuse(e, passage);
    }
  }

  async #answer(passage: Passage<Principal>): Promise<Response> {
    const { c, requestId, signal } = passage;
    if (!this.#handler || !this.#isBuilt) {
      // No document lists this answer, so it is not checked against one.
      const { id } = this.#operation;
      const absent = this.#handler ? new NotBuilt(id, "") : this.#service.notBuilt(this.#operation);
      return this.#refuser.answer(absent, requestId, this.#operation);
    }
    const { principal } = passage;
    const request = c.req.raw;
    // The role comes first: a principal without it must not make the server read anything.
    await this.#authoriser.role(principal);
    const parameters = this.#parameters.isEmpty
      ? noParameters
      : this.#parameters.read({
          path: (name) => this.#route.read(name, (segment) => c.req.param(segment)),
          search: searchOf(request.url),
          headers: request.headers,
        });
    if (this.#authoriser.isInAddress) await this.#authoriser.projects(principal, parameters);
    const accepted = this.#bodies.accept(request);
    const parts =
      accepted?.content.framing === "multipart" ? await this.#parts(accepted, passage) : undefined;
    const body = parts ?? (accepted && (await this.#body(accepted, passage)));
    const context = await this.#context(passage);
    const reply = await this.#handler({
      path: parameters.path,
      query: parameters.query,
      header: parameters.header,
      cookie: parameters.cookie,
      body,
      context,
      signal: signal.signal,
    });
    if (parts && !parts.isAdmitted) {
      // The parts that the handler left unread have not been validated or authorised.
      throw new Error(
        `The handler of ${this.#operation.id} replied before it had read body.files to the end`,
      );
    }
    if (reply.kind === "json") return this.#responder.json(reply, requestId);
    return this.#responder.respond(reply, {
      requestId,
      onCancel: () => signal.abort(),
      onFailure: (error) => {
        const told = this.#asApiError(error);
        this.#options.onError?.(error, this.#facts(passage));
        return this.#refuser.body(told, requestId, this.#operation);
      },
    });
  }

  async #body(accepted: AcceptedBody, passage: Passage<Principal>): Promise<unknown> {
    const arrived = await this.#bodies.read(accepted, passage.c.req.raw, this.#holding(passage));
    if (!arrived) return undefined;
    const { value: body } = arrived;
    try {
      await this.#authoriser.projects(passage.principal, { body });
    } catch (e) {
      // The schema reports a malformed name or id better: it knows the place.
      if (e instanceof BadRequest || e instanceof AbsentOrForeign) arrived.validate();
      throw e;
    }
    arrived.validate();
    return body;
  }

  #holding({ c }: Passage<Principal>): Hold {
    return (bytes) => this.#options.hold?.(c, bytes, this.#operation);
  }

  async #parts(accepted: AcceptedBody, passage: Passage<Principal>): Promise<MultipartReader> {
    // Loaded on demand: only this reader needs Node's streams.
    const { MultipartReader } = await import("./read/multipart.ts");
    const { jsonDepth: depth, jsonMembers: members, fileBytes } = this.#limits;
    return new MultipartReader(passage.c.req.raw, {
      ...partRules(accepted, { depth, members }),
      fileBytes,
      projectParts: this.#authoriser.projectParts,
      entityParts: this.#authoriser.entityParts,
      hold: this.#holding(passage),
      validate: (fields) => this.#bodies.validate(accepted, fields),
      authorise: async (part) => this.#authoriser.projects(passage.principal, { part }),
    });
  }

  #context({ c, requestId, signal, principal }: Passage<Principal>): unknown {
    return this.#options.context({
      principal,
      requestId,
      signal: signal.signal,
      operation: this.#operation,
      headers: c.req.raw.headers,
      remoteAddress: this.#options.remoteAddress
        ? this.#options.remoteAddress(c)
        : socketAddress(c.env),
    });
  }

  #facts({ c, requestId }: Passage<Principal>): ErrorFacts {
    return { requestId, method: c.req.method, path: c.req.path, operation: this.#operation };
  }

  #refuse(error: unknown, passage: Passage<Principal>): Response {
    const { requestId } = passage;
    const told = this.#asApiError(error);
    if (told.status >= 500) this.#options.onError?.(error, this.#facts(passage));
    const body = this.#refuser.body(told, requestId, this.#operation);
    const mismatch = this.#responder.mismatch(told.status, body);
    if (!mismatch) return this.#refuser.respond(told, body, requestId);
    this.#options.onError?.(mismatch, this.#facts(passage));
    return this.#refuser.answer(mismatch, requestId, this.#operation);
  }

  #asApiError(error: unknown): ApiError {
    const told = error instanceof ApiError ? error : this.#options.mapError?.(error);
    return this.#refuser.restate(told ?? new InternalError());
  }
}

function searchOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at + 1);
}

/** The peer's address; `undefined` unless the listener is Node's. */
function socketAddress(env: unknown): string | undefined {
  const { incoming } = (env ?? {}) as {
    incoming?: { socket?: { remoteAddress?: string | undefined } };
  };
  return incoming?.socket?.remoteAddress;
}
