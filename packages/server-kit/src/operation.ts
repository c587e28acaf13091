import type { z } from "@hono/zod-openapi";
import type { ProjectPlace } from "./access/project-place.ts";

/** Who may call an operation; the order is the order of roles. */
export type AccessLevel = "public" | "read" | "write" | "admin";

/**
 * How a body or a response of one media type is framed.
 *
 * `jsonl` and `sse` carry a schema of **one item**; `form` is `application/x-www-form-urlencoded`.
 */
export type Framing = "json" | "jsonl" | "sse" | "form" | "multipart" | "bytes" | "text";

/** A status, all statuses of a class, or all that are not listed. */
export type StatusKey = number | `${1 | 2 | 3 | 4 | 5}XX` | "default";

/** One media type of a request body or of a response. */
export interface ContentSpec {
  readonly framing: Framing;
  /** Absent for bytes. A stream has the schema of one item, multipart that of its text parts. */
  readonly schema?: z.ZodType;
  /** JSON pointers, `*` for every array item, of the members that keep their original text. */
  readonly raw?: readonly string[];
  /** JSON pointers of integers of the full 64 bits (`format: int64`), which keep their text too. */
  readonly int64?: readonly string[];
  /** `x-max-operands`: how many operands a list may have in the tree at a JSON pointer. */
  readonly operands?: Readonly<Record<string, number>>;
  /** `x-stream-end`: the data of the event that closes a stream, as `[DONE]`. */
  readonly end?: string;
  /** Names of the binary parts of a multipart body; `*` for every part that the schema does not name. */
  readonly files?: readonly string[];
  /** Those of `files` that may be left out. */
  readonly optionalFiles?: readonly string[];
  /** Those of `files` that may come several times. */
  readonly repeatedFiles?: readonly string[];
  /** Names of the parts of a multipart body that hold JSON. */
  readonly jsonParts?: readonly string[];
}

/** One path, query, header or cookie parameter. */
export interface ParameterSpec {
  readonly in: "path" | "query" | "header" | "cookie";
  readonly name: string;
  readonly required: boolean;
  readonly schema: z.ZodType;
  /**
   * How the text is read before it is validated. `json` is a parameter with `content`. `mixed` is a
   * union of several types: the text is read as the first type that accepts it.
   */
  readonly kind:
    | "string"
    | "number"
    | "integer"
    | "boolean"
    | "array"
    | "object"
    | "json"
    | "mixed";
  /** An integer of the full 64 bits (`format: int64`), which keeps its text. */
  readonly int64?: boolean;
  /** OpenAPI's serialisation style, where it is not the default of `in`. */
  readonly style?: string;
  readonly explode?: boolean;
  /** A list may also come joined by this text, encoded or not: `a,b`. Empty values do not count. */
  readonly delimiter?: string;
  /** Other names under which clients send a query parameter. */
  readonly aliases?: readonly string[];
}

/** Everything the kit needs to know about one operation of the spec. */
export interface OperationSpec {
  /** `<resource>.<verb>`, as in the spec. */
  readonly id: string;
  readonly resource: string;
  readonly verb: string;
  readonly method: "get" | "put" | "post" | "delete" | "patch" | "head" | "options";
  /** As in the spec: `/v2/{entity}/{project}/calls/complete`. */
  readonly path: string;
  readonly access: AccessLevel;
  /** Where a request names its projects; empty if it names none. */
  readonly projects: readonly ProjectPlace[];
  readonly parameters: readonly ParameterSpec[];
  readonly body?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, ContentSpec>>;
  };
  /** By status: content by media type, and documented headers; an empty record for no content. */
  readonly responses: Readonly<Partial<Record<StatusKey, Readonly<Record<string, ContentSpec>>>>>;
  /** Properties whose wrong value answers this status instead of 422, by JSON pointer. */
  readonly invalidStatus?: Readonly<Record<string, number>>;
  /** The operation that this second spelling stands for. It has no handler of its own. */
  readonly compatOf?: string;
}
