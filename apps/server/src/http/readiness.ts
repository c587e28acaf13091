/** Whether one part of the server can work; throws where it cannot. */
export type Check = (signal: AbortSignal) => Promise<unknown>;

/** Which parts can work just now. */
export interface Health {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, "ok" | "unavailable" | "stopping">>;
}

/** Longer than a healthy store ever takes for nothing. */
const checkMs = 2_000;

/** What `/readyz` says: whether requests should be sent here. */
export class Readiness {
  readonly #checks: Readonly<Record<string, Check>>;
  #isStopping = false;

  constructor(checks: Readonly<Record<string, Check>>) {
    this.#checks = checks;
  }

  /** From here on the answer is no, so that a balancer sends nothing new. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Asks every part. */
  async health(): Promise<Health> {
    if (this.#isStopping) return { isReady: false, parts: { server: "stopping" } };
    const parts = await Promise.all(
      Object.entries(this.#checks).map(async ([name, check]) => [name, await stateOf(check)]),
    );
    return {
      isReady: parts.every(([, state]) => state === "ok"),
      parts: Object.fromEntries(parts),
    };
  }
}

async function stateOf(check: Check): Promise<"ok" | "unavailable"> {
  const limit = AbortSignal.timeout(checkMs);
  const late = new Promise<"unavailable">((resolve) => {
    limit.addEventListener("abort", () => resolve("unavailable"), { once: true });
  });
  // Why it is unavailable is logged where it fails; an operator's probe only needs to know that.
  const asked = check(limit).then(
    () => "ok" as const,
    () => "unavailable" as const,
  );
  return Promise.race([asked, late]);
}
