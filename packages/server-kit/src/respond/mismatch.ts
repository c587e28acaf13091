import { InternalError } from "../errors.ts";
import { issuesOf } from "../validate/issues.ts";
import { LazySchema } from "../validate/schema.ts";
import type { ContentSpec, OperationSpec } from "../operation.ts";
import { documentedAt } from "./documented.ts";

/** 500: the answer does not fit the spec. Thrown only if answers are checked. */
export class ResponseMismatch extends InternalError {
  constructor(operation: OperationSpec, status: number, what: string) {
    super(`${operation.id} answered ${status}, ${what}`);
  }
}

/** Checks the answers of an operation against the spec. */
export class ResponseChecker {
  readonly #operation: OperationSpec;
  readonly #schemas: Map<ContentSpec, LazySchema> = new Map();

  constructor(operation: OperationSpec) {
    this.#operation = operation;
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

  /** Throws unless the text, of a body or of one item of a stream, fits the schema. */
  requireFit(status: number, content: ContentSpec | undefined, text: string, remedy = ""): void {
    if (!content?.schema) return;
    let schema = this.#schemas.get(content);
    if (!schema) this.#schemas.set(content, (schema = new LazySchema(content.schema)));
    const value: unknown = JSON.parse(text);
    const error = schema.check(value);
    if (!error) return;
    const faults = issuesOf(error, value, "body").map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
    const what = `with a body that does not fit the spec: ${faults.join("; ")}${remedy}`;
    throw new ResponseMismatch(this.#operation, status, what);
  }
}
