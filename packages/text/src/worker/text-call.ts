import { TextError } from "../errors.ts";
import type { TaskResult, TextRequest } from "./protocol.ts";

/** One call on its way through the worker: sent again when the worker is started anew, settled once. */
export class TextCall {
  readonly request: TextRequest & { readonly kind: "task" };
  readonly result: Promise<TaskResult>;
  #resolve: (result: TaskResult) => void = () => undefined;
  #reject: (error: TextError) => void = () => undefined;
  #stopListening: () => void = () => undefined;
  #isSettled = false;

  constructor(request: TextRequest & { readonly kind: "task" }, signal: AbortSignal | undefined) {
    this.request = request;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (signal === undefined) return;
    const cancel = (): void => this.reject(reasonOf(signal));
    if (signal.aborted) cancel();
    else {
      signal.addEventListener("abort", cancel, { once: true });
      this.#stopListening = () => signal.removeEventListener("abort", cancel);
    }
  }

  /** Whether there is no one left to answer. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  resolve(result: TaskResult): void {
    this.#settle();
    this.#resolve(result);
  }

  reject(error: TextError): void {
    this.#settle();
    this.#reject(error);
  }

  #settle(): void {
    this.#isSettled = true;
    this.#stopListening();
  }
}

// Who gives a call up may say why, as with a deadline.
function reasonOf({ reason }: AbortSignal): TextError {
  if (reason instanceof TextError) return reason;
  return new TextError("cancelled", "The call was given up.", { cause: reason });
}
