import type { Bench } from "../bench.ts";
import { runEngineProgram } from "../engine/program.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { engineModelNames } from "./engine-model-names.ts";

interface SideTimes {
  readonly ms: number;
  readonly cpuMs: number;
}

/** The output of `packages/engine/bench/beside.ts`. */
interface BesideReport {
  readonly jobs: readonly {
    readonly model: keyof typeof engineModelNames;
    readonly threads: number;
    readonly work: string;
    readonly tokens: number;
    readonly times: Readonly<Record<"engine" | "pytorch", SideTimes>> &
      Partial<Readonly<Record<"node", SideTimes>>>;
  }[];
  readonly largestDifference: number;
  readonly node: string | null;
  readonly loadBefore: number;
  readonly isBusy: boolean;
}

/** Measures the whole engine beside PyTorch and beside itself on another Node, in turns. */
export function measureEngineBeside(bench: Bench): Promise<BesideReport> {
  return runEngineProgram(bench, "beside.ts", ["python", "node", "quick"]);
}

export function engineBesideTable({
  jobs,
  largestDifference,
  node,
  loadBefore,
  isBusy,
}: BesideReport): Table {
  const otherNode = node === null ? "other Node" : `Node ${node.split(".")[0]}`;
  return {
    name: "engine-beside",
    columns: [
      "model, work, threads",
      "tokens/s",
      "PyTorch, tokens/s",
      "times PyTorch",
      "by processor time",
      `${otherNode}, tokens/s`,
      `${otherNode}, times this one`,
      `${otherNode}, by processor time`,
    ],
    rows: jobs.map(({ model, threads, work, tokens, times }) => {
      const { engine, pytorch, node: other } = times;
      const speed = ({ ms }: SideTimes): string => figureOfSpeed((tokens / ms) * 1000);
      return [
        `${engineModelNames[model]}, ${workNames[work] ?? work}, ${threads === 1 ? "1 thread" : `${threads} threads`}`,
        speed(engine),
        speed(pytorch),
        figure(pytorch.ms / engine.ms),
        figure(pytorch.cpuMs / engine.cpuMs),
        other === undefined ? "" : speed(other),
        other === undefined ? "" : figure(engine.ms / other.ms),
        other === undefined ? "" : figure(engine.cpuMs / other.cpuMs),
      ];
    }),
    notes: [
      "Tenth percentiles of turns between processes. A ratio above 1 means faster, or less processor time: the engine over PyTorch, and the other Node over this one.",
      `The log-probabilities of all sides differ by at most ${largestDifference.toExponential(0)}.`,
      `The load of the machine was ${figure(loadBefore)} before the run; a load disturbs wall time, and processor time much less.`,
      ...(isBusy ? ["Skipped: two threads, because other programs used the cores."] : []),
      ...(node === null ? ["Skipped: the other Node (no `--node=PATH`)."] : []),
    ],
  };
}

const workNames: Readonly<Record<string, string>> = {
  prompt: "prompt of 128",
  "one stream": "1 stream",
  "eight streams": "8 streams",
  "adapter step": "adapter step of 4 × 128",
};

function figureOfSpeed(tokensPerSecond: number): string {
  return tokensPerSecond < 100 ? figure(tokensPerSecond) : whole(tokensPerSecond);
}
