/** Five doublings: what is linear takes 32 times as long, what is quadratic 1,024 times. */
const times = 32;
/**
 * Between both, less than three times a doubling. A linear function comes to 100 and more where the
 * smaller input fits into the processor's cache and the larger one does not.
 */
export const tooMuch = 240;
/**
 * Large enough that a square stands out from whatever else is done, small enough that what is made
 * is forgotten again before memory has to be tidied up, which costs by what else is there.
 */
const usualSize = 4 * 1024;
/** A run that takes less is repeated: it cannot be told from the grain of the clock. */
const measurableMs = 1;

/** What is measured: something done to an input of about a size. */
export interface Measured<Input> {
  /** An input of about this many characters. Not measured. */
  readonly make: (size: number) => Input;
  readonly run: (input: Input) => unknown;
  /** Of the smaller input, where 4,096 is none that the function takes 32 times. */
  readonly size?: number;
}

/**
 * By how much the processor time grows when the input grows 32 times. The least of several runs
 * counts: what else the machine does only ever adds.
 */
export async function growthOf<Input>(measured: Measured<Input>): Promise<number> {
  const { make, run, size = usualSize } = measured;
  const [small, large] = [make(size), make(times * size)];
  let [least, growth] = [Infinity, Infinity];
  // Before the first that counts, so that the engine has learnt the code.
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
