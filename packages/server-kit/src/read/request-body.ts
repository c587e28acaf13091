import { InvalidRequest, UnsupportedMediaType } from "../errors.ts";
import type { ContentSpec, OperationSpec } from "../operation.ts";
import { pointerSegments } from "../access/pointer.ts";
import { issuesOf } from "../validate/issues.ts";
import { refusal, type StatusRule } from "../validate/refusal.ts";
import { LazySchema } from "../validate/schema.ts";
import { readBody } from "./body-bytes.ts";
import { decodeText, parseJsonBody } from "./json-body.ts";
import { compileMarks, type Mark } from "./marks.ts";
import { mayBeJson, mediaTypeOf } from "./media-type.ts";

/** Sizes a body is held to. */
export interface BodyLimits {
  readonly bodyBytes: number;
  readonly jsonDepth: number;
}

/** Of a longer body only the first fault is told. */
const maxExplainedBytes = 16 * 1024;

/** One media type that an operation takes, ready to read. */
export interface AcceptedBody {
  readonly mediaType: string;
  readonly content: ContentSpec;
  readonly schema: LazySchema | undefined;
  readonly mark: Mark | undefined;
}

/** Reads and validates the body of one operation; its media type decides how. */
export class BodyReader {
  readonly #required: boolean;
  readonly #accepted: ReadonlyMap<string, AcceptedBody>;
  readonly #json: AcceptedBody | undefined;
  readonly #rules: readonly StatusRule[];
  readonly #limits: BodyLimits;

  constructor(operation: OperationSpec, limits: BodyLimits) {
    const { body, invalidStatus = {} } = operation;
    this.#required = body?.required ?? false;
    const accepted = Object.entries(body?.content ?? {}).map(([mediaType, content]) => ({
      mediaType,
      content,
      schema: content.schema && new LazySchema(content.schema),
      mark: compileMarks(content.raw ?? []),
    }));
    this.#accepted = new Map(accepted.map((one) => [one.mediaType, one]));
    this.#json = accepted.find((one) => one.content.framing === "json");
    this.#rules = Object.entries(invalidStatus).map(([pointer, status]) => ({
      segments: pointerSegments(pointer),
      status,
    }));
    this.#limits = limits;
  }

  /**
   * How the body of this request is to be read, by its media type; `undefined` where the operation
   * takes none. Throws 415 for a type that is not taken.
   */
  accept(request: Request): AcceptedBody | undefined {
    if (this.#accepted.size === 0) return undefined;
    const mediaType = mediaTypeOf(request.headers.get("content-type"));
    const exact = mediaType === undefined ? undefined : this.#accepted.get(mediaType);
    if (exact) return exact;
    if (this.#json && mayBeJson(mediaType)) return this.#json;
    const expected = [...this.#accepted.keys()].join(" or ");
    const given = mediaType === undefined ? "none" : mediaType.slice(0, 80);
    throw new UnsupportedMediaType(`Content-Type must be ${expected}, got ${given}`);
  }

  /** The value of a body in memory: parsed JSON, or a text, or bytes. */
  async read(accepted: AcceptedBody, request: Request): Promise<unknown> {
    const { content, mark } = accepted;
    const bytes = await readBody(request, this.#limits.bodyBytes);
    if (bytes.byteLength === 0 && content.framing !== "bytes") {
      if (!this.#required) return undefined;
      throw new InvalidRequest([{ loc: ["body"], msg: "Field required", type: "missing" }]);
    }
    if (content.framing === "bytes") return bytes;
    if (content.framing === "text") return decodeText(bytes);
    const value = parseJsonBody(bytes, mark, this.#limits.jsonDepth);
    this.validate(accepted, value, bytes.byteLength > maxExplainedBytes);
    return value;
  }

  /** Throws unless a value (of a multipart body: its text parts) fits the schema. */
  validate({ schema }: AcceptedBody, value: unknown, isLarge: boolean = false): void {
    const error = schema?.check(value, isLarge);
    if (error) throw refusal(issuesOf(error, value, "body"), this.#rules);
  }
}
