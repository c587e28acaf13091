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
import { decodeText, type Hold, parseJsonBody, parseJsonText } from "./json-body.ts";
import { compileMarks, type Mark } from "./marks.ts";
import { type JsonLimits, tooManyMembers } from "./json-limits.ts";

/** Size limits of a body. */
export interface BodyLimits {
  readonly bodyBytes: number;
  readonly fileBytes: number;
  readonly jsonDepth: number;
  readonly jsonMembers: number;
}

/** A body that has been read, but not validated yet. */
export interface ArrivedBody {
  readonly value: unknown;
  /** Throws unless it fits the schema. */
  validate(): void;
}

/** For a body that cannot be invalid. */
const isValid = (): void => undefined;

/** Of a longer body only the first fault is reported. */
const maxExplainedBytes = 16 * 1024;

/** The longest string of V8. No engine makes longer ones, so this holds for any limit of bodies. */
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
  readonly #json: JsonLimits;
  readonly #textBytes: number;

  /** `isExact`: see `AcceptedTypes`. */
  constructor(operation: OperationSpec, limits: BodyLimits, isExact: boolean = false) {
    const { body, invalidStatus = {} } = operation;
    this.#required = body?.required ?? false;
    const accepted = Object.entries(body?.content ?? {}).map(([mediaType, content]) => ({
      mediaType,
      content,
      schema: content.schema && new LazySchema(content.schema),
      mark: compileMarks(content),
    }));
    this.#accepted = accepted.length === 0 ? undefined : new AcceptedTypes(accepted, isExact);
    this.#rules = Object.entries(invalidStatus).map(([pointer, status]) => ({
      segments: pointerSegments(pointer),
      status,
    }));
    this.#limits = limits;
    this.#json = { depth: limits.jsonDepth, members: limits.jsonMembers };
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

  /**
   * Reads a body: parsed JSON or form, a text, a list of lines, or a stream of bytes; `undefined`
   * if none was sent. Calls `hold` before it takes memory.
   */
  async read(
    accepted: AcceptedBody,
    request: Request,
    hold?: Hold,
  ): Promise<ArrivedBody | undefined> {
    const { content } = accepted;
    if (content.framing === "bytes") {
      return { value: new BytesReader(request, this.#limits, hold), validate: isValid };
    }
    const bytes = await readBody(request, this.#textBytes, hold);
    if (bytes.byteLength === 0 && content.framing !== "text") {
      if (!this.#required) return undefined;
      throw new InvalidRequest([{ loc: ["body"], msg: "Field required", type: "missing" }]);
    }
    switch (content.framing) {
      case "text":
        return { value: decodeText(bytes), validate: isValid };
      case "form":
        return this.#readForm(accepted, bytes);
      case "jsonl":
        return this.#readLines(accepted, bytes, hold);
      default:
        return this.#readJson(accepted, bytes, hold);
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

  #readJson(accepted: AcceptedBody, bytes: Uint8Array, hold?: Hold): ArrivedBody {
    const { value, issues } = parseJsonBody(bytes, accepted.mark, this.#json, hold);
    const isLarge = bytes.byteLength > maxExplainedBytes;
    return { value, validate: () => this.validate(accepted, value, isLarge, issues) };
  }

  #readForm(accepted: AcceptedBody, bytes: Uint8Array): ArrivedBody {
    const value = parseForm(decodeText(bytes), accepted.content.schema, this.#json);
    const isLarge = bytes.byteLength > maxExplainedBytes;
    return { value, validate: () => this.validate(accepted, value, isLarge) };
  }

  /** Each line is a value; blank lines are skipped. The limits apply to the whole body. */
  #readLines(accepted: AcceptedBody, bytes: Uint8Array, hold?: Hold): ArrivedBody {
    const text = decodeText(bytes);
    const values: unknown[] = [];
    let before = 0;
    for (let from = 0; from < text.length;) {
      const newline = text.indexOf("\n", from);
      const to = newline < 0 ? text.length : newline;
      const line = text.slice(from, to);
      from = to + 1;
      if (line.trim() === "") continue;
      // Each line counts as one, in addition to the members of its value.
      before += 1;
      if (before > this.#json.members) throw tooManyMembers(this.#json.members);
      const read = parseJsonText(line, undefined, { ...this.#json, before }, hold);
      before += read.members;
      values.push(read.value);
    }
    return { value: values, validate: () => this.#validateLines(accepted, values) };
  }

  #validateLines({ schema }: AcceptedBody, values: readonly unknown[]): void {
    for (const [index, value] of values.entries()) {
      const error = schema?.check(value, true);
      if (!error) continue;
      const issues = issuesOf(error, value, "body").map(
        ({ loc: [where = "body", ...path], ...issue }) => {
          return { ...issue, loc: [where, index, ...path] };
        },
      );
      throw refusal(issues, this.#rules);
    }
  }
}

function isWithoutBody(headers: Headers): boolean {
  return (headers.get("content-length") ?? "0") === "0" && !headers.has("transfer-encoding");
}
