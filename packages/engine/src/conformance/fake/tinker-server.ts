import type { Engine } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import type { PollFault } from "../drivers.ts";

/** A submission: what is to be done, under a number that tells a repeated one from a new one. */
export interface Submission {
  readonly sequence: number;
  readonly operation: "accumulate" | "step";
  /** Stands for the bytes of the body. */
  readonly body: string;
  readonly work: (engine: Engine) => Promise<unknown>;
}

interface Kept {
  readonly body: string;
  readonly request: string;
}

/** How a poll was answered. */
export type PollAnswer = { readonly result: unknown } | { readonly fault: PollFault };

/** Sessions without a heartbeat for so long lose their models. */
export const sessionTimeoutMs = 300_000;

/** The server's side of the protocol, in one process: futures, sequence numbers, sessions, and faults on demand. */
export class FakeTinkerServer {
  private readonly engine: Engine;
  private readonly kept = new Map<number, Kept>();
  private readonly results = new Map<string, Promise<unknown>>();
  private readonly counts = { accumulate: 0, step: 0 };
  private faults: PollFault[] = [];
  private losesNext = false;
  private takesNext = false;
  private lastHeartbeat = 0;
  private requests = 0;
  nowMs = 0;
  isStalled = false;
  pollCount = 0;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Resolves to the id of the request; a connection that breaks after acceptance rejects. */
  async submit(submission: Submission): Promise<string> {
    this.checkSession();
    const { sequence, body } = submission;
    if (this.takesNext) {
      this.takesNext = false;
      this.kept.set(sequence, { body: "another body", request: "0" });
    }
    const before = this.kept.get(sequence);
    if (before !== undefined && before.body !== body) {
      throw new EngineError("conflict", `409: sequence number ${sequence} was reused`);
    }
    const request = before?.request ?? this.carryOut(submission);
    if (this.losesNext) {
      this.losesNext = false;
      throw new Error("connection reset");
    }
    return request;
  }

  async poll(request: string): Promise<PollAnswer> {
    this.pollCount += 1;
    if (this.isStalled) return { fault: "408" };
    const fault = this.faults.shift();
    if (fault === undefined) return { result: await this.results.get(request) };
    return { fault };
  }

  heartbeat(): void {
    this.lastHeartbeat = this.nowMs;
  }

  answerPolls(faults: readonly PollFault[]): void {
    this.faults = [...faults];
  }

  carriedOut(operation: "accumulate" | "step"): number {
    return this.counts[operation];
  }

  loseNextAnswer(): void {
    this.losesNext = true;
  }

  takeNextSequenceNumber(): void {
    this.takesNext = true;
  }

  private carryOut({ sequence, operation, body, work }: Submission): string {
    this.requests += 1;
    const request = String(this.requests);
    this.counts[operation] += 1;
    this.kept.set(sequence, { body, request });
    const result = work(this.engine);
    result.catch(() => undefined);
    this.results.set(request, result);
    return request;
  }

  private checkSession(): void {
    if (this.nowMs - this.lastHeartbeat > sessionTimeoutMs) {
      throw new EngineError("model_lost", "400: the model is not loaded");
    }
  }
}
