import { receiveMessageOnPort, type MessagePort } from "node:worker_threads";
import { TextError } from "../errors.ts";
import type { Constraint } from "../constraints/constraint.ts";
import { errorOf, type ErrorMessage } from "../threads/error-message.ts";
import { MaskMemory, type MaskState } from "./mask-memory.ts";
import type { MaskFailure, MaskRequest } from "./protocol.ts";

/** The sequence whose work made the text worker be ended. */
export interface LostMask {
  readonly id: number;
  readonly failure: ErrorMessage;
}

interface ConstrainedSequence {
  readonly modelId: string;
  readonly constraint: Constraint;
  readonly tokens: number[];
  readonly memory: MaskMemory;
}

/**
 * The masks of constrained sequences, seen from the thread that samples. The text worker works them out while that
 * thread does other things; requests go over a port, masks come back through shared memory. When the worker has to
 * be started anew, every sequence but the one to blame is opened again with its tokens so far, and goes on as before.
 */
export class MaskReader {
  readonly #sequences = new Map<number, ConstrainedSequence>();
  readonly #failures = new Map<number, ErrorMessage>();
  #port: MessagePort | null = null;
  #lastId = 0;
  #acceptedIds: number[] = [];
  #acceptedTokens: number[] = [];

  /** Takes the port to the worker: the first one, and each one that replaces it after a restart. */
  connect(port: MessagePort, lost: LostMask | null): void {
    this.#takeFailures();
    this.#port?.close();
    this.#port = port;
    this.#acceptedIds = [];
    this.#acceptedTokens = [];
    if (lost !== null) this.#fail(lost);
    for (const [id, sequence] of this.#sequences) {
      if (!this.#failures.has(id)) this.#open(id, sequence);
    }
  }

  /** Begins a sequence; its mask is pending until the constraint is compiled. */
  open(constraint: Constraint, modelId: string, vocabularySize: number): number {
    const memory = new MaskMemory({ vocabularySize });
    return this.#add({ modelId, constraint, tokens: [], memory });
  }

  /** Begins a sequence with the constraint and the tokens of another. */
  fork(id: number): number {
    const { modelId, constraint, tokens, memory } = this.#get(id);
    const copy = new MaskMemory({ vocabularySize: memory.words.length * 32 });
    return this.#add({ modelId, constraint, tokens: [...tokens], memory: copy });
  }

  /**
   * Appends a token to a sequence, whose mask is pending from now on. Sent with others by `flush`, and at the latest
   * when a state is asked for.
   */
  accept(id: number, token: number): void {
    const sequence = this.#get(id);
    if (this.state(id, false) === "failed") return;
    sequence.tokens.push(token);
    this.#acceptedIds.push(id);
    this.#acceptedTokens.push(token);
  }

  /** Sends all accepted tokens in one message. */
  flush(): void {
    if (this.#acceptedIds.length === 0) return;
    this.#send({ kind: "accept", ids: this.#acceptedIds, tokens: this.#acceptedTokens });
    this.#acceptedIds = [];
    this.#acceptedTokens = [];
  }

  /** Whether the mask after all accepted tokens is there. */
  state(id: number, flushes = true): MaskState {
    if (flushes) this.flush();
    if (this.#failures.has(id)) return "failed";
    const { memory, tokens } = this.#get(id);
    return memory.stateAfter(tokens.length);
  }

  /** [⌈vocabulary / 32⌉], bit set where the token is allowed; to be read while the state is `ready` or `ended`. */
  words(id: number): Int32Array {
    return this.#get(id).memory.words;
  }

  /** Why a sequence failed. */
  error(id: number): TextError {
    this.#takeFailures();
    const failure = this.#failures.get(id);
    if (failure !== undefined) return errorOf(failure);
    return new TextError("internal", "A mask failed without a reason; please report this.");
  }

  /** Blocks until the mask is there or has failed; false when the time was over before. */
  wait(id: number, timeoutMs: number): boolean {
    if (this.state(id) !== "pending") return true;
    const { memory, tokens } = this.#get(id);
    memory.wait(tokens.length, timeoutMs);
    return this.state(id) !== "pending";
  }

  /** Forgets a sequence. */
  close(id: number): void {
    this.flush();
    if (!this.#sequences.delete(id)) return;
    this.#failures.delete(id);
    this.#send({ kind: "close", id });
  }

  #add(sequence: ConstrainedSequence): number {
    const id = ++this.#lastId;
    this.#sequences.set(id, sequence);
    this.flush();
    this.#open(id, sequence);
    return id;
  }

  #open(id: number, { modelId, constraint, tokens, memory }: ConstrainedSequence): void {
    // The mask of before a restart is written again.
    memory.settle("pending", tokens.length);
    this.#send({ kind: "open", id, modelId, constraint, tokens, memory: memory.shared });
  }

  // Without a port, as during a restart, there is nothing to send: `connect` opens everything again.
  #send(request: MaskRequest): void {
    // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
    this.#port?.postMessage(request);
  }

  // Read by force, so that it works in a thread that never comes back to its event loop.
  #takeFailures(): void {
    if (this.#port === null) return;
    let received = receiveMessageOnPort(this.#port);
    while (received !== undefined) {
      this.#fail(received.message as MaskFailure);
      received = receiveMessageOnPort(this.#port);
    }
  }

  #fail({ id, failure }: MaskFailure): void {
    const sequence = this.#sequences.get(id);
    if (sequence === undefined) return;
    this.#failures.set(id, failure);
    sequence.memory.settle("failed", sequence.tokens.length);
  }

  #get(id: number): ConstrainedSequence {
    const sequence = this.#sequences.get(id);
    if (sequence !== undefined) return sequence;
    throw new TextError("internal", `There is no constrained sequence ${id}.`);
  }
}
