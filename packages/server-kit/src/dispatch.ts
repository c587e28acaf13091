import type { Context } from "hono";
import { ProjectFinder } from "./access/projects.ts";
import { ApiError, InternalError, Unauthorized } from "./errors.ts";
import type { OperationSpec } from "./operation.ts";
import type { AppOptions, ErrorFacts, Limits } from "./options.ts";
import { memberOf } from "./read/coerce.ts";
import type { MultipartReader } from "./read/multipart.ts";
import { ParameterReader, type RequestParameters } from "./read/parameters.ts";
import { type AcceptedBody, BodyReader } from "./read/request-body.ts";
import { RequestSignal } from "./request-signal.ts";
import { errorResponse } from "./respond/error-response.ts";
import { type AnyReply, Responder } from "./respond/responder.ts";
import type { ServiceSpec } from "./service.ts";

/** A handler whose operation is only known at run time. */
export type AnyHandler = (request: AnyRequest) => AnyReply | Promise<AnyReply>;

interface AnyRequest extends RequestParameters {
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly context: unknown;
}

/** One request on its way. */
interface Passage<Principal> {
  readonly c: Context;
  readonly requestId: string;
  readonly signal: RequestSignal;
  readonly principal: Principal | null;
}

const defaultLimits: Required<Limits> = {
  bodyBytes: 32 * 1024 * 1024,
  jsonDepth: 200,
  fileBytes: 1024 ** 3,
};

const noParts: Readonly<Record<string, string>> = {};

/** Not of HTTP, and never seen by anyone: the client is gone. */
const clientClosedRequest = 499;

/** Serves one operation: authenticates, reads, authorises, calls the handler, answers. */
export class Dispatcher<Principal, HandlerContext> {
  readonly #service: ServiceSpec;
  readonly #operation: OperationSpec;
  readonly #handler: AnyHandler | undefined;
  readonly #options: AppOptions<Principal, HandlerContext>;
  readonly #limits: Required<Limits>;
  readonly #parameters: ParameterReader;
  readonly #bodies: BodyReader;
  readonly #projects: ProjectFinder;
  readonly #responder: Responder;

  /** Without a handler, the operation answers that it is not built. */
  constructor(
    service: ServiceSpec,
    operation: OperationSpec,
    handler: AnyHandler | undefined,
    options: AppOptions<Principal, HandlerContext>,
  ) {
    this.#service = service;
    this.#operation = operation;
    this.#handler = handler;
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#parameters = new ParameterReader(operation);
    this.#bodies = new BodyReader(operation, this.#limits);
    this.#projects = new ProjectFinder(operation, service.projectOfRef);
    this.#responder = new Responder(operation, options.checkResponses ?? false);
  }

  /** Never rejects: every error is an answer. */
  async handle(c: Context): Promise<Response> {
    const requestId = this.#options.requestId?.(c) ?? crypto.randomUUID();
    const signal = new RequestSignal(c.req.raw);
    try {
      const principal = await this.#authenticate(c.req.raw.headers);
      return await this.#answer({ c, requestId, signal, principal });
    } catch (e) {
      if (signal.isAborted) return new Response(null, { status: clientClosedRequest });
      return this.#refuse(e, c, requestId);
    }
  }

  async #authenticate(headers: Headers): Promise<Principal | null> {
    if (this.#operation.access === "public") return null;
    const principal = await this.#options.authenticate(headers);
    if (principal === null) throw new Unauthorized();
    return principal;
  }

  async #answer(passage: Passage<Principal>): Promise<Response> {
    const { c, requestId, signal } = passage;
    if (!this.#handler) {
      // The one answer that no document promises.
      const absent = this.#service.notBuilt(this.#operation);
      return errorResponse(absent, this.#service.errorBody(absent, requestId), requestId);
    }
    const request = c.req.raw;
    const parameters = this.#parameters.read({
      path: (name) => c.req.param(name),
      search: searchOf(request.url),
      headers: request.headers,
    });
    const accepted = this.#bodies.accept(request);
    const parts =
      accepted?.content.framing === "multipart"
        ? await this.#parts(accepted, parameters, passage)
        : undefined;
    const body = parts ?? (accepted && (await this.#bodies.read(accepted, request)));
    if (!parts) await this.#authorise(passage, parameters, body, noParts);
    const context = await this.#context(passage);
    const reply = await this.#handler({
      path: parameters.path,
      query: parameters.query,
      header: parameters.header,
      cookie: parameters.cookie,
      body,
      context,
      get signal() {
        return signal.signal;
      },
    });
    if (parts && !parts.isAdmitted) {
      // Nobody has judged what came after the handler stopped looking.
      throw new Error(`${this.#operation.id} was answered before body.files had been drained`);
    }
    return this.#responder.respond(reply, {
      requestId,
      onCancel: () => signal.abort(),
      onFailure: (error) => {
        const told = this.#asApiError(error);
        this.#options.onError?.(error, this.#facts(c, requestId));
        return this.#service.errorBody(told, requestId);
      },
    });
  }

  async #authorise(
    { principal }: Passage<Principal>,
    { path, query }: RequestParameters,
    body: unknown,
    parts: Readonly<Record<string, string>>,
  ): Promise<void> {
    if (principal === null) return;
    const projects = this.#projects.find({ path, query, body, parts });
    await this.#options.authorise(principal, this.#operation.access, projects);
  }

  async #parts(
    accepted: AcceptedBody,
    parameters: RequestParameters,
    passage: Passage<Principal>,
  ): Promise<MultipartReader> {
    // Loaded when it is needed: the one reader that wants Node's streams.
    const { MultipartReader } = await import("./read/multipart.ts");
    return new MultipartReader(passage.c.req.raw, {
      files: accepted.content.files ?? [],
      fileBytes: this.#limits.fileBytes,
      projectParts: this.#projects.parts,
      knows: (name) => memberOf(accepted.content.schema, name) !== undefined,
      validate: (fields) => this.#bodies.validate(accepted, fields),
      authorise: (fields) => this.#authorise(passage, parameters, undefined, fields),
    });
  }

  #context({ c, requestId, signal, principal }: Passage<Principal>): unknown {
    return this.#options.context({
      principal,
      requestId,
      get signal() {
        return signal.signal;
      },
      operation: this.#operation,
      headers: c.req.raw.headers,
      remoteAddress: this.#options.remoteAddress
        ? this.#options.remoteAddress(c)
        : socketAddress(c.env),
    });
  }

  #refuse(error: unknown, c: Context, requestId: string): Response {
    const told = this.#asApiError(error);
    if (told.status >= 500) this.#options.onError?.(error, this.#facts(c, requestId));
    const body = this.#service.errorBody(told, requestId);
    try {
      return this.#responder.error(told, body, requestId);
    } catch (mismatch) {
      if (!(mismatch instanceof ApiError)) throw mismatch;
      this.#options.onError?.(mismatch, this.#facts(c, requestId));
      const checked = this.#service.errorBody(mismatch, requestId);
      return errorResponse(mismatch, checked, requestId);
    }
  }

  #asApiError(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    return this.#options.mapError?.(error) ?? new InternalError();
  }

  #facts(c: Context, requestId: string): ErrorFacts {
    return { requestId, method: c.req.method, path: c.req.path, operation: this.#operation };
  }
}

function searchOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at + 1);
}

/** The peer's address where the listener is Node's. */
function socketAddress(env: unknown): string | undefined {
  const { incoming } = (env ?? {}) as {
    incoming?: { socket?: { remoteAddress?: string | undefined } };
  };
  return incoming?.socket?.remoteAddress;
}
