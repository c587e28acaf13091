import { expect, it } from "vitest";

import { Arena } from "../compute/arena.ts";
import { EngineMemory } from "../compute/memory.ts";
import { ModelQueue, type ModelTask } from "./model-queue.ts";
import type { Pause } from "./training-passes.ts";

const arena = new Arena(new EngineMemory({ maxBytes: 2 ** 20 }));

function task(id: number, log: string[], slices: readonly Pause[]): ModelTask {
  return {
    id,
    *begin() {
      log.push(`begin ${id}`);
      try {
        for (const pause of slices) yield pause;
        if (id < 0) throw new Error(`fails`);
        return id;
      } finally {
        log.push(`leave ${id}`);
      }
    },
    resolve: (value) => log.push(`resolve ${String(value)}`),
    reject: (error) => log.push(`reject ${id} ${String(error)}`),
  };
}

function queueOf(log: string[], ...tasks: ModelTask[]): { queue: ModelQueue; run: () => void } {
  const queue = new ModelQueue();
  for (const one of tasks) queue.add(one);
  return {
    queue,
    run: () => {
      while (queue.hasWork) log.push(queue.runSlice(arena));
    },
  };
}

it("runs operations in order, each to its end, and goes on after one that fails", () => {
  const log: string[] = [];
  queueOf(log, task(1, log, ["layer", "batch"]), task(-2, log, ["layer"]), task(3, log, [])).run();
  expect(log.join(", ")).toBe(
    "begin 1, layer, batch, leave 1, resolve 1, end, " +
      "begin -2, layer, leave -2, reject -2 Error: fails, end, begin 3, leave 3, resolve 3, end",
  );
});

it("lets a running operation clean up when it is given up, and one that waits never begin", () => {
  const log: string[] = [];
  const { queue, run } = queueOf(log, task(1, log, ["layer"]), task(2, log, []), task(3, log, []));
  queue.runSlice(arena);
  expect([queue.cancel(1), queue.cancel(2), queue.cancel(1), queue.cancel(9)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  run();
  expect(log).toEqual(["begin 1", "leave 1", "begin 3", "leave 3", "resolve 3", "end"]);
});
