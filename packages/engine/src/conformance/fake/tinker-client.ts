import type { AccumulateResult, AdamParameters, Datum, LossSpec, StepResult } from "../../datum.ts";
import type { CallOptions, Engine, ModelHandle } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import { Call } from "./call.ts";
import type { FakeTinkerServer, Submission } from "./tinker-server.ts";

/** How the client may go wrong, for the suite's own test. */
export type TinkerDefect = "new_number_for_retry" | "gives_up_on_503" | "no_heartbeat";

const heartbeatMs = 10_000;

/** The calls that go through the protocol; all others go straight to the engine behind it. */
export type TinkerCalls = Pick<Engine, "accumulate" | "step">;

/** The client's side: one sequence number per call, the same body again after a lost answer, and patient polls. */
export class FakeTinkerClient implements TinkerCalls {
  private readonly server: FakeTinkerServer;
  private readonly defect: TinkerDefect | null;
  private sequence = 0;
  private isBeating = true;

  constructor(server: FakeTinkerServer, defect: TinkerDefect | null) {
    this.server = server;
    this.defect = defect;
  }

  accumulate(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec,
    options?: CallOptions,
  ): Promise<AccumulateResult> {
    const work = (engine: Engine): Promise<AccumulateResult> =>
      engine.accumulate(handle, data, loss);
    return this.call("accumulate", { data, loss }, work, options);
  }

  step(handle: ModelHandle, adam: AdamParameters, options?: CallOptions): Promise<StepResult> {
    return this.call("step", adam, (engine) => engine.step(handle, adam), options);
  }

  /** Lets time pass: the server's clock goes on from one heartbeat to the next. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.server.nowMs + milliseconds;
    while (this.server.nowMs < end) {
      this.server.nowMs = Math.min(end, this.server.nowMs + heartbeatMs);
      if (this.isBeating && this.defect !== "no_heartbeat") this.server.heartbeat();
    }
  }

  stopHeartbeats(): void {
    this.isBeating = false;
  }

  private async call<T>(
    operation: Submission["operation"],
    body: unknown,
    work: (engine: Engine) => Promise<T>,
    options: CallOptions | undefined,
  ): Promise<T> {
    const call = new Call(options, () => true);
    const submission: Submission = {
      sequence: this.nextSequence(),
      operation,
      body: JSON.stringify(body),
      work,
    };
    let request = await this.submitted(submission);
    for (;;) {
      await call.turn();
      const answer = await this.server.poll(request);
      // The server did the work of this very call, so its result has this call's type.
      if ("result" in answer) return answer.result as T;
      if (answer.fault === "410") request = await this.submitted(submission);
      if (answer.fault === "400") throw new EngineError("internal", "the operation failed: 400");
      if (answer.fault === "503" && this.defect === "gives_up_on_503") {
        throw new EngineError("unavailable", "503");
      }
    }
  }

  /** Sends the same submission again where the connection broke: its number tells the server that it is the same. */
  private async submitted(submission: Submission): Promise<string> {
    try {
      return await this.server.submit(submission);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      const isAnew = this.defect === "new_number_for_retry";
      return this.server.submit(
        isAnew ? { ...submission, sequence: this.nextSequence() } : submission,
      );
    }
  }

  private nextSequence(): number {
    this.sequence += 1;
    return this.sequence;
  }
}
