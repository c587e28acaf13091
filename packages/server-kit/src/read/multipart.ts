import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { MalformedBody, InvalidRequest, TooLarge } from "../errors.ts";
import type { FilePart, MultipartBody } from "../handler.ts";
import { Arrivals } from "./arrivals.ts";
import { bodyStream, unreadable } from "./body-bytes.ts";
import { type FileLimit, fileLimit } from "./file-limit.ts";
import type { Hold } from "./json-body.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The rules for a multipart body. */
export interface MultipartRules {
  /** Names of the binary parts; `*` for every part that `knows` does not. */
  readonly files: readonly string[];
  /** Those of them that may be left out. */
  readonly optionalFiles: readonly string[];
  /** Those of them that may come several times. */
  readonly repeatedFiles: readonly string[];
  readonly fileBytes: number;
  /** Names of the text parts that name projects. */
  readonly projectParts: readonly string[];
  /**
   * Names of the text parts that name the entity of a project. They may be left out if the entity
   * is the sender's.
   */
  readonly entityParts: readonly string[];
  /** Whether the operation has a text part of this name. */
  knows(name: string): boolean;
  /** Whether the text part of this name may come several times. */
  mayRepeat(name: string): boolean;
  /** The value of a text part. */
  valueOf(name: string, texts: readonly string[]): unknown;
  /** Maximum size of one text part. */
  readonly fieldBytes: number;
  /** Called before bytes are held in memory. */
  readonly hold: Hold;
  /** Throws unless the text parts, all of them, fit their schema. */
  validate(fields: Fields): void;
  /** Throws unless the projects that the text parts name are allowed. */
  authorise(fields: Fields): Promise<void>;
}

interface Arrival {
  readonly name: string;
  readonly stream: BusboyFileStream;
  readonly fileName: string | undefined;
  readonly mediaType: string;
}

const maxParts = 100;
/**
 * Memory of a form besides its text parts: chunks between the socket and the place where its files
 * go.
 */
const formBytes = 512 * 1024;

/** Among the names of files, it means every part that the schema does not name. */
const anyName = "*";

/**
 * A multipart body, parsed as it arrives and never faster than its files are read.
 *
 * Parts come in any order, so the text parts can only be checked at the end: the iteration of
 * `files` throws at its end if they are missing, wrong or not allowed. If the parts that name
 * projects come first, they are checked before the first file is handed out. Of a file that comes
 * before them, only the first mebibyte is handed out.
 */
export class MultipartReader implements MultipartBody<Fields> {
  readonly fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  readonly files: AsyncIterable<FilePart>;
  /** Whether the whole body was read, valid and allowed. */
  isAdmitted = false;

  readonly #rules: MultipartRules;
  readonly #arrivals: Arrivals<Arrival> = new Arrivals();
  readonly #seen: Set<string> = new Set();
  readonly #texts: Map<string, readonly string[]> = new Map();
  #latest: BusboyFileStream | undefined;
  #isAuthorised = false;

  /** Throws 400 for a Content-Type without a boundary, 415 for an unknown Content-Encoding. */
  constructor(request: Request, rules: MultipartRules) {
    this.#rules = rules;
    rules.hold(formBytes);
    const parser = this.#listen(newParser(request, rules));
    this.files = this.#read(bodyStream(request), parser);
  }

  async *#read(
    body: ReadableStream<Uint8Array>,
    parser: BusboyInstance,
  ): AsyncGenerator<FilePart, void, undefined> {
    const reader = body.getReader();
    void this.#pump(reader, parser);
    try {
      for (;;) {
        const arrival = await this.#arrivals.next();
        if (!arrival) break;
        yield* this.#offer(arrival);
      }
      this.#requireFiles();
      this.#rules.validate(this.fields);
      await this.#authorise();
      this.isAdmitted = true;
    } finally {
      // If reading stops half-way, this releases waiting readers and writers. The listener deals
      // with the rest of the body: cancelling it would close the socket before the answer.
      parser.destroy();
      reader.releaseLock();
    }
  }

  #listen(parser: BusboyInstance): BusboyInstance {
    parser.on("field", (name, value, _nameTruncated, isTruncated) => {
      this.#field(name, value, isTruncated);
    });
    parser.on("file", (name, stream, fileName, _encoding, mediaType) => {
      // The parser reports a part that breaks off by this event alone. Without `destroy` here, the
      // loop over the part would not throw.
      stream.on("error", (error: Error) => stream.destroy(error));
      this.#latest = stream;
      this.#arrivals.push({ name, stream, fileName, mediaType });
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      parser.on(limit, () => {
        this.#fail(new TooLarge(`Request too large: over ${maxParts} parts`));
      });
    }
    parser.on("error", () => {
      this.#fail(new MalformedBody("The multipart body is malformed or breaks off"));
    });
    parser.on("finish", () => this.#arrivals.end());
    return parser;
  }

  async #pump(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    parser: BusboyInstance,
  ): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        await written(parser, value);
      }
      parser.end();
    } catch (e) {
      this.#fail(unreadable(e));
    }
  }

  #fail(error: unknown): void {
    this.#arrivals.fail(error);
    if (error instanceof Error) this.#latest?.destroy(error);
  }

  #field(name: string | undefined, value: string, isTruncated: boolean): void {
    if (name === undefined) return;
    const { fieldBytes } = this.#rules;
    if (isTruncated) {
      this.#fail(new TooLarge(`Request too large: part ${name} is over ${fieldBytes} bytes`));
      return;
    }
    const earlier = this.#texts.get(name) ?? [];
    if (earlier.length > 0 && !this.#rules.mayRepeat(name)) {
      if (this.#rules.knows(name)) this.#fail(repeated(name));
      return;
    }
    if (this.#isAuthorised && this.#rules.entityParts.includes(name)) {
      this.#fail(tooLate(name));
      return;
    }
    const texts = [...earlier, value];
    this.#texts.set(name, texts);
    try {
      this.#rules.hold(value.length);
      this.fields[name] = this.#rules.valueOf(name, texts);
    } catch (e) {
      this.#fail(e);
    }
  }

  async *#offer(arrival: Arrival): AsyncGenerator<FilePart, void, undefined> {
    const { name, stream, fileName, mediaType } = arrival;
    if (this.#seen.has(name) && !this.#rules.repeatedFiles.includes(name)) throw repeated(name);
    this.#seen.add(name);
    const unnamed = this.#rules.projectParts.filter((part) => !Object.hasOwn(this.fields, part));
    if (unnamed.length === 0) await this.#authorise();
    const content = limited(stream, fileLimit(name, this.#rules.fileBytes, unnamed));
    yield { name, fileName, mediaType, content };
    // The parser reaches the next part only after the unread rest of this one.
    for await (const _ of content);
  }

  async #authorise(): Promise<void> {
    if (this.#isAuthorised) return;
    await this.#rules.authorise(this.fields);
    this.#isAuthorised = true;
  }

  #requireFiles(): void {
    const { files, optionalFiles } = this.#rules;
    const missing = files.filter(
      (name) => name !== anyName && !optionalFiles.includes(name) && !this.#seen.has(name),
    );
    if (missing.length === 0) return;
    throw new InvalidRequest(
      missing.map((name) => ({ loc: ["body", name], msg: "Field required", type: "missing" })),
    );
  }
}

function newParser(request: Request, rules: MultipartRules): BusboyInstance {
  const contentType = request.headers.get("content-type") ?? "";
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      // The name of a file may be its path inside an artifact.
      preservePath: true,
      isPartAFile: (name) => name !== undefined && isFile(name, rules),
      limits: { parts: maxParts, fieldSize: rules.fieldBytes },
    });
  } catch {
    // Whatever the parser's message says, a missing boundary is its only reason to throw here.
    throw new MalformedBody("The Content-Type of a multipart body must name its boundary");
  }
}

function isFile(name: string, rules: MultipartRules): boolean {
  const { files } = rules;
  return files.includes(name) || (files.includes(anyName) && !rules.knows(name));
}

function written(parser: BusboyInstance, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * The bytes of one part; throws 413 over the limit. A new iteration continues where the last one
 * stopped. Stopping does not destroy the part, since the parser must still read past it.
 */
function limited(stream: BusboyFileStream, limit: FileLimit): AsyncIterable<Uint8Array> {
  let size = 0;
  return {
    async *[Symbol.asyncIterator]() {
      if (stream.readableEnded) return;
      try {
        for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
          const bytes = chunk as Uint8Array;
          size += bytes.byteLength;
          if (size > limit.bytes) throw new TooLarge(limit.reason);
          yield bytes;
        }
      } catch (e) {
        throw unreadable(e);
      }
    },
  };
}

function tooLate(name: string): InvalidRequest {
  const msg = "Comes after a file; send it before all files, since it names their project";
  return new InvalidRequest([{ loc: ["body", name], msg, type: "too_late" }]);
}

function repeated(name: string): InvalidRequest {
  return new InvalidRequest([
    { loc: ["body", name.slice(0, 100)], msg: "Given more than once", type: "repeated" },
  ]);
}
