import type { z } from "@hono/zod-openapi";
import { InternalError } from "../errors.ts";
import { issuesOf } from "../validate/issues.ts";
import { LazySchema } from "../validate/schema.ts";
import type { ContentSpec, OperationSpec } from "../operation.ts";
import { documentedAt } from "./documented.ts";
import { type MemberPlace, unnamedMembers } from "./unnamed-members.ts";
import { zodReader } from "./zod-reader.ts";

/** 500: the answer does not fit the spec. Thrown only if answers are checked. */
export class ResponseMismatch extends InternalError {
  constructor(operation: OperationSpec, status: number, what: string) {
    super(`${operation.id} answered ${status}, ${what}`);
  }
}

/** The number of members that one message names, since a list may repeat a fault in each item. */
const maxNamed = 10;
/** The number of warnings of one operation. Names of members may come from requests. */
const maxWarnings = 100;

/** Checks the answers of an operation against the spec. */
export class ResponseChecker {
  readonly #operation: OperationSpec;
  readonly #schemas: Map<ContentSpec, LazySchema> = new Map();
  readonly #warn: ((message: string) => void) | undefined;
  readonly #warned: Set<string> = new Set();

  /** With `warn`, members that the spec does not name are told to it, each message once. */
  constructor(operation: OperationSpec, warn?: (message: string) => void) {
    this.#operation = operation;
    this.#warn = warn;
  }

  /** Throws unless the status is documented, with content of this framing. */
  requireContent(status: number, content: ContentSpec | undefined, framing: string): void {
    if (content) return;
    const what = documentedAt(this.#operation, status)
      ? `for which the spec documents no ${framing} content`
      : "a status that the spec does not document";
    throw new ResponseMismatch(this.#operation, status, what);
  }

  /** Throws unless the status is documented without content. */
  requireEmpty(status: number): void {
    const documented = documentedAt(this.#operation, status);
    if (documented && Object.keys(documented).length === 0) return;
    const what = documented
      ? "without the body that the spec documents"
      : "a status that the spec does not document";
    throw new ResponseMismatch(this.#operation, status, what);
  }

  /**
   * Throws unless the text, of a body or of one item of a stream, fits the schema and the schema
   * names all its members.
   */
  requireFit(status: number, content: ContentSpec | undefined, text: string, remedy = ""): void {
    if (!content?.schema) return;
    let schema = this.#schemas.get(content);
    if (!schema) this.#schemas.set(content, (schema = new LazySchema(content.schema)));
    const value: unknown = JSON.parse(text);
    const error = schema.check(value);
    if (error) {
      const issues = issuesOf(error, value, "body");
      const faults = issues.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
      const what = `with a body that does not fit the spec: ${faults.join("; ")}${remedy}`;
      throw new ResponseMismatch(this.#operation, status, what);
    }
    this.#requireNames(status, content.schema, value, remedy);
  }

  #requireNames(status: number, schema: z.ZodType, value: unknown, remedy: string): void {
    const places = new Set<string>();
    for (const place of unnamedMembers(zodReader, schema, value)) {
      places.add(inWords(place));
      if (places.size === maxNamed) break;
    }
    if (places.size === 0) return;
    const action = remedy || "; leave them out, or add them to the schema of the answer";
    const what = `with members that the spec does not name: ${[...places].join(", ")}${action}`;
    const mismatch = new ResponseMismatch(this.#operation, status, what);
    if (!this.#warn) throw mismatch;
    if (this.#warned.has(mismatch.message) || this.#warned.size === maxWarnings) return;
    this.#warned.add(mismatch.message);
    this.#warn(mismatch.message);
  }
}

/** `body.data.*.debug`: every item of a list has the same place. */
function inWords(place: MemberPlace): string {
  return ["body", ...place.map((key) => (typeof key === "number" ? "*" : key))].join(".");
}
