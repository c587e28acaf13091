/** Checks one part of the server; throws if the part cannot work. */
export type Check = (signal: AbortSignal) => Promise<unknown>;

/** The state of the server's parts. */
export interface Health {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, "ok" | "unavailable" | "stopping">>;
}

/** A healthy store answers an empty question in less time than this. */
const checkMs = 2_000;

/** Finds the answer of `/readyz`: whether the server should get requests. */
export class Readiness {
  readonly #checks: Readonly<Record<string, Check>>;
  #isStopping = false;

  constructor(checks: Readonly<Record<string, Check>>) {
    this.#checks = checks;
  }

  /** From now on the server is not ready, so that a load balancer sends no new requests. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Checks every part. */
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
  // The failing part logs the reason; a probe only needs the state.
  const asked = check(limit).then(
    () => "ok" as const,
    () => "unavailable" as const,
  );
  return Promise.race([asked, late]);
}
