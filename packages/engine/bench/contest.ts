/** One way to do the work, under the name that its column has. */
export interface Contestant {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

/** How a contestant did. */
export interface Score {
  /** Milliseconds of one run: the tenth percentile of the turns. */
  readonly ms: number;
  /** Those by the first contestant's. */
  readonly timesFirst: number;
  /** Processor time of all threads in one run, likewise: other programs on the machine hardly change it. */
  readonly cpuMs: number;
}

/**
 * Lets contestants run in turns, so that whatever else the machine does falls on all of them, and looks at the turns that
 * were disturbed least. A turn repeats short work until it can be timed, and is short, so that many are not disturbed.
 */
export async function contest(
  contestants: readonly Contestant[],
  { turns }: { readonly turns: number },
): Promise<Readonly<Record<string, Score>>> {
  const repeats: number[] = [];
  for (const contestant of contestants) {
    const first = await timed(contestant, 1);
    if (first.ms < longMs) await timed(contestant, 3);
    const { ms } = await timed(contestant, 1);
    repeats.push(Math.max(1, Math.round(turnMs / Math.max(ms, 0.001))));
  }
  const times = contestants.map((): Times[] => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, contestant] of inTurn([...contestants.entries()], turn))
      times[index]?.push(await timed(contestant, repeats[index] ?? 1));
  const best = times.map((of) => ({
    ms: leastDisturbed(of.map(({ ms }) => ms)),
    cpuMs: leastDisturbed(of.map(({ cpuMs }) => cpuMs)),
  }));
  return Object.fromEntries(
    contestants.map(({ name }, index) => {
      const { ms, cpuMs } = best[index]!;
      return [name, { ms, timesFirst: ms / best[0]!.ms, cpuMs }];
    }),
  );
}

/** What one run took. */
interface Times {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Forth and back, so that nobody always runs after the same other one and clears away what that one left. */
export function inTurn<Entry>(entries: readonly Entry[], turn: number): readonly Entry[] {
  return turn % 2 === 0 ? entries : entries.toReversed();
}

/** Long beside what a call of the clock takes, short beside what the system gives to one process at a time. */
const turnMs = 1;

/** Compiling and warming up are over when a run takes that long. */
const longMs = 100;

async function timed({ run }: Contestant, repeats: number): Promise<Times> {
  const before = process.cpuUsage();
  const from = performance.now();
  for (let i = 0; i < repeats; i += 1) {
    const pending = run();
    if (pending !== undefined) await pending;
  }
  const ms = (performance.now() - from) / repeats;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 / repeats };
}

/** The tenth percentile. */
export function leastDisturbed(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}
