import { inTurn, leastDisturbed } from "../contest.ts";
import type { Side, SideJob, SideTimes } from "./side.ts";

/** Lets sides do a job in turns, and looks at the turns that were disturbed least, as `../contest.ts` does in one process. */
export async function sideContest(
  sides: readonly Side[],
  job: SideJob,
  { turns }: { readonly turns: number },
): Promise<Readonly<Record<string, SideTimes>>> {
  const repeats: number[] = [];
  for (const side of sides) {
    // The first run compiles and takes memory.
    const first = await side.run(job, 1);
    const { ms } = first.ms < turnMs ? await side.run(job, 3) : first;
    repeats.push(Math.max(1, Math.round(turnMs / ms)));
  }
  const times = sides.map((): SideTimes[] => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, side] of inTurn([...sides.entries()], turn))
      times[index]?.push(await side.run(job, repeats[index] ?? 1));
  return Object.fromEntries(
    sides.map(({ name }, index) => {
      const of = times[index] ?? [];
      const ms = leastDisturbed(of.map((one) => one.ms));
      return [name, { ms, cpuMs: leastDisturbed(of.map((one) => one.cpuMs)) }];
    }),
  );
}

/** Long beside the way of a line to another process. */
const turnMs = 100;
