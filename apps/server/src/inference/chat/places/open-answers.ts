import { ChatFull } from "./chat-full.ts";

/** How many answers may be open at once. */
export interface AnswerLimits {
  readonly ofProject: number;
  readonly inAll: number;
}

const defaultLimits: AnswerLimits = { ofProject: 256, inAll: 512 };

/**
 * Counts the answers that are open, of each project and in all: one is open from its request until
 * its last byte, or until its client leaves. Nobody waits for a place.
 */
export class OpenAnswers {
  readonly #limits: AnswerLimits;
  readonly #ofProject = new Map<string, number>();
  #inAll = 0;

  constructor(limits: AnswerLimits = defaultLimits) {
    this.#limits = limits;
  }

  /** Answers that are open now. */
  get size(): number {
    return this.#inAll;
  }

  /**
   * Opens an answer; the result closes it, once.
   *
   * @throws ChatFull
   */
  open(project: string): () => void {
    const { ofProject, inAll } = this.#limits;
    const open = this.#ofProject.get(project) ?? 0;
    if (open >= ofProject) {
      throw new ChatFull(
        `Concurrency limit reached for requests: ${project} has ${open} answers open. ` +
          "Send the request again when one of them has ended.",
      );
    }
    if (this.#inAll >= inAll) {
      throw new ChatFull(
        `Concurrency limit reached for requests: the server has ${inAll} answers open. ` +
          "Send the request again in a moment.",
      );
    }
    this.#ofProject.set(project, open + 1);
    this.#inAll += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#close(project);
    };
  }

  #close(project: string): void {
    this.#inAll -= 1;
    const left = (this.#ofProject.get(project) ?? 1) - 1;
    // A project without open answers takes no memory.
    if (left === 0) this.#ofProject.delete(project);
    else this.#ofProject.set(project, left);
  }
}
