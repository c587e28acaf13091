import { InvalidRequest, type Issue } from "../errors.ts";
import type { ContentSpec, OperationSpec } from "../operation.ts";
import { pointerSegments } from "../access/pointer.ts";
import { issuesOf } from "../validate/issues.ts";
import { refusal, type StatusRule } from "../validate/refusal.ts";
import { LazySchema } from "../validate/schema.ts";
import { AcceptedTypes } from "./accepted-types.ts";
import { readBody } from "./body-bytes.ts";
import { BytesReader } from "./bytes-body.ts";
import { parseForm } from "./form-body.ts";
import { decodeText, parseJsonBody, parseJsonText } from "./json-body.ts";
import { compileMarks, type Mark } from "./marks.ts";

/** Sizes a body is held to. */
export interface BodyLimits {
  readonly bodyBytes: number;
  readonly fileBytes: number;
  readonly jsonDepth: number;
}

/** Of a longer body only the first fault is told. */
const maxExplainedBytes = 16 * 1024;

/** No engine makes longer strings than V8 does, whatever the limit of bodies is. */
const longestText = 2 ** 29 - 24;

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
  readonly #accepted: AcceptedTypes<AcceptedBody> | undefined;
  readonly #rules: readonly StatusRule[];
  readonly #limits: BodyLimits;
  readonly #textBytes: number;

  constructor(operation: OperationSpec, limits: BodyLimits) {
    const { body, invalidStatus = {} } = operation;
    this.#required = body?.required ?? false;
    const accepted = Object.entries(body?.content ?? {}).map(([mediaType, content]) => ({
      mediaType,
      content,
      schema: content.schema && new LazySchema(content.schema),
      mark: compileMarks(content.raw ?? [], content.int64),
    }));
    this.#accepted = accepted.length === 0 ? undefined : new AcceptedTypes(accepted);
    this.#rules = Object.entries(invalidStatus).map(([pointer, status]) => ({
      segments: pointerSegments(pointer),
      status,
    }));
    this.#limits = limits;
    this.#textBytes = Math.min(limits.bodyBytes, longestText);
  }

  /**
   * How the body of this request is to be read, by its media type; `undefined` where the operation
   * takes none, or none was sent. Throws 415 for a type that is not taken.
   */
  accept({ headers }: Request): AcceptedBody | undefined {
    if (!this.#accepted) return undefined;
    const contentType = headers.get("content-type");
    if (contentType === null && !this.#required && isWithoutBody(headers)) return undefined;
    return this.#accepted.find(contentType);
  }

  /** The value of a body: parsed JSON or form, a text, a list of lines, or a stream of bytes. */
  async read(accepted: AcceptedBody, request: Request): Promise<unknown> {
    const { content } = accepted;
    if (content.framing === "bytes") return new BytesReader(request, this.#limits);
    const bytes = await readBody(request, this.#textBytes);
    if (bytes.byteLength === 0 && content.framing !== "text") {
      if (!this.#required) return undefined;
      throw new InvalidRequest([{ loc: ["body"], msg: "Field required", type: "missing" }]);
    }
    switch (content.framing) {
      case "text":
        return decodeText(bytes);
      case "form":
        return this.#form(accepted, bytes);
      case "jsonl":
        return this.#lines(accepted, bytes);
      default:
        return this.#json(accepted, bytes);
    }
  }

  /** Throws unless a value (of a multipart body: its text parts) fits the schema. */
  validate(
    { schema }: AcceptedBody,
    value: unknown,
    isLarge: boolean = false,
    issues: readonly Issue[] = [],
  ): void {
    const error = schema?.check(value, isLarge);
    if (!error && issues.length === 0) return;
    throw refusal(error ? issuesOf(error, value, "body") : issues, this.#rules);
  }

  #json(accepted: AcceptedBody, bytes: Uint8Array): unknown {
    const { value, issues } = parseJsonBody(bytes, accepted.mark, this.#limits.jsonDepth);
    this.validate(accepted, value, bytes.byteLength > maxExplainedBytes, issues);
    return value;
  }

  #form(accepted: AcceptedBody, bytes: Uint8Array): unknown {
    const value = parseForm(decodeText(bytes), accepted.content.schema, this.#limits.jsonDepth);
    this.validate(accepted, value, bytes.byteLength > maxExplainedBytes);
    return value;
  }

  /** Every line is held to the schema; blank ones are passed over. */
  #lines(accepted: AcceptedBody, bytes: Uint8Array): readonly unknown[] {
    const lines = decodeText(bytes).split("\n");
    const values: unknown[] = [];
    for (const line of lines) {
      if (line.trim() === "") continue;
      const { value } = parseJsonText(line, undefined, this.#limits.jsonDepth);
      const error = accepted.schema?.check(value, true);
      if (error) {
        const issues = issuesOf(error, value, "body").map(
          ({ loc: [where = "body", ...path], ...issue }) => {
            return { ...issue, loc: [where, values.length, ...path] };
          },
        );
        throw refusal(issues, this.#rules);
      }
      values.push(value);
    }
    return values;
  }
}

function isWithoutBody(headers: Headers): boolean {
  return (headers.get("content-length") ?? "0") === "0" && !headers.has("transfer-encoding");
}
