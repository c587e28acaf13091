/** Five doublings: linear work takes 32 times as long, quadratic work 1,024 times. */
const times = 32;
/**
 * A limit between linear and quadratic growth, less than three times as long for each doubling. A
 * linear function may reach 100 and more, if the smaller input fits into the processor's cache and
 * the larger one does not.
 */
export const tooMuch = 240;
/**
 * Large enough that quadratic work stands out from all other work. Small enough that its garbage
 * does not start a large garbage collection, whose time depends on all objects in memory.
 */
const usualSize = 4 * 1024;
/** A run that takes less time is repeated, because the clock is too coarse to measure it. */
const measurableMs = 1;

/** A function to measure, and its input. */
export interface Measured<Input> {
  /** Makes an input of about this many characters. Its time is not measured. */
  readonly make: (size: number) => Input;
  readonly run: (input: Input) => unknown;
  /** Size of the smaller input. 4,096 by default; give less if 32 times that is too much. */
  readonly size?: number;
}

/**
 * Measures how many times longer an input takes that is 32 times as large, in processor time. The
 * least of several runs counts, because other work on the machine can only add time.
 */
export async function growthOf<Input>(measured: Measured<Input>): Promise<number> {
  const { make, run, size = usualSize } = measured;
  const [small, large] = [make(size), make(times * size)];
  let [least, growth] = [Infinity, Infinity];
  // A first run that does not count, so that the engine has compiled the code.
  await costOf(run, small);
  for (let attempt = 0; attempt < 4 && growth >= tooMuch; attempt += 1) {
    for (let n = 0; n < 2; n += 1) least = Math.min(least, await costOf(run, small));
    growth = Math.min(growth, (await costOf(run, large)) / least);
  }
  return growth;
}

/** Milliseconds of processor time that one run takes. */
async function costOf<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  for (let runs = 1; ; runs *= 4) {
    const start = process.cpuUsage();
    for (let n = 0; n < runs; n += 1) {
      const done = run(input);
      if (done instanceof Promise) await done;
    }
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1_000;
    if (ms >= measurableMs) return ms / runs;
  }
}
