import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { Cancelled, StoreUnavailable } from "../../../store/errors.ts";
import type { Question, Said } from "./schema-protocol.ts";

/** A value to check. */
export interface SchemaQuestion extends Question {
  /** The name of the schema, for messages. */
  readonly name: string;
}

interface Job {
  readonly question: SchemaQuestion;
  readonly signal: AbortSignal;
  resolve(): void;
  reject(error: Error): void;
}

const maxCharacters = requestBounds.annotationSchemaCharacters.limit;
const maxMs = requestBounds.annotationCheckMs.limit;
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * Checks values against JSON Schemas of clients, one at a time on a thread. A check that takes too
 * long ends the thread, because nothing else stops an endless pattern. The next check begins a new
 * thread. The entities take turns, so that slow schemas of one do not stop the others.
 */
export class SchemaChecks {
  readonly #maxMs: number;
  readonly #waiting = new Map<string, Job[]>();
  #thread: Promise<Worker> | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  /** `maxMsOfCheck` is for tests. */
  constructor(maxMsOfCheck: number = maxMs) {
    this.#maxMs = maxMsOfCheck;
  }

  /**
   * Resolves if the value follows the schema.
   *
   * @throws InvalidInput if it does not, or if the schema cannot be used, with the reason.
   */
  async check(question: SchemaQuestion, entity: string, signal: AbortSignal): Promise<void> {
    const { length } = question.schema;
    if (length > maxCharacters) {
      throw new InvalidInput(
        `The field_schema of ${question.name} has ${length} characters; the limit is ` +
          `${maxCharacters}. Annotations cannot be checked against it.`,
      );
    }
    if (this.#isClosed) {
      throw new StoreUnavailable("The server is stopping. Send the request again.");
    }
    await new Promise<void>((resolve, reject) => {
      const job = { question, signal, resolve, reject };
      const waiting = this.#waiting.get(entity);
      if (waiting) waiting.push(job);
      else this.#waiting.set(entity, [job]);
      this.#running ??= this.#run();
    });
  }

  /** Takes nothing new, and ends the thread when all checks are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#end();
  }

  async #run(): Promise<void> {
    for (let job = this.#next(); job; job = this.#next()) {
      if (job.signal.aborted) {
        job.reject(new Cancelled());
        continue;
      }
      try {
        await this.#answer(job);
        job.resolve();
      } catch (error) {
        job.reject(error as Error);
      }
    }
    this.#running = undefined;
  }

  /** The next job of the entity that waits longest for its turn. */
  #next(): Job | undefined {
    const [entry] = this.#waiting;
    if (!entry) return undefined;
    const [entity, jobs] = entry;
    const job = jobs.shift();
    this.#waiting.delete(entity);
    if (jobs.length > 0) this.#waiting.set(entity, jobs);
    return job;
  }

  async #answer({ question }: Job): Promise<void> {
    const { name, schema, value } = question;
    const thread = await (this.#thread ??= this.#begin());
    const said = await this.#ask(thread, { schema, value });
    if (said === undefined) {
      await this.#end();
      throw new InvalidInput(
        `The field_schema of ${name} takes more time or memory than one check may ` +
          `(${this.#maxMs} ms). Publish a simpler one.`,
      );
    }
    if (said === "ready") throw new Error("The thread of schemas has begun twice.");
    if ("unusable" in said) {
      throw new InvalidInput(`The field_schema of ${name} cannot be used: ${said.unusable}.`);
    }
    if (said.problem === null) return;
    throw new InvalidInput(`payload.value breaks the field_schema of ${name}: ${said.problem}.`);
  }

  /** The answer of the thread; undefined if it takes too long or needs too much memory. */
  async #ask(thread: Worker, question: Question): Promise<Said | undefined> {
    const { promise, resolve } = Promise.withResolvers<Said | undefined>();
    const give = (said: Said): void => resolve(said);
    const giveUp = (): void => resolve(undefined);
    const timer = setTimeout(giveUp, this.#maxMs);
    thread.once("message", give).once("error", giveUp).once("exit", giveUp);
    try {
      // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
      thread.postMessage(question);
      return await promise;
    } finally {
      clearTimeout(timer);
      thread.off("message", give).off("error", giveUp).off("exit", giveUp);
    }
  }

  /** Begins a thread, and waits until it can take questions. */
  async #begin(): Promise<Worker> {
    // In the clone this is schema-thread.ts, in the published package schema-thread.js.
    const extension = extname(new URL(import.meta.url).pathname);
    const thread = new Worker(new URL(`./schema-thread${extension}`, import.meta.url), {
      name: "schemas",
      env: {},
      resourceLimits: limits,
    });
    thread.unref();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // The listener stays: an error that nobody listens to would end the server.
    thread.on("error", (error) => {
      this.#thread = undefined;
      reject(error);
    });
    thread.once("message", () => resolve());
    await promise;
    return thread;
  }

  async #end(): Promise<void> {
    const thread = await this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}
