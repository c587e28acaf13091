import { expect, it } from "vitest";

import { StateShadow } from "./state-shadow.ts";

const state = (value: number): Float32Array[] => [
  new Float32Array(5).fill(value),
  new Float32Array(7).fill(value + 0.5),
];

function read(buffer: SharedArrayBuffer): { step: number; blocks: number[][] } {
  const blocks = state(0);
  const step = new StateShadow(buffer).read(blocks);
  return { step, blocks: blocks.map((block) => [...block]) };
}

it("gives the last state that was written, to whoever has its buffer", () => {
  const shadow = StateShadow.create(12);
  for (const step of [0, 1, 2, 3]) {
    shadow.write(step, state(step));
    expect(read(shadow.buffer)).toEqual({ step, blocks: state(step).map((block) => [...block]) });
  }
});

it("gives the state before while one is half written", () => {
  const shadow = StateShadow.create(12);
  shadow.write(1, state(1));
  const torn = [
    new Float32Array(5).fill(2),
    // What kills a thread in the middle of a copy: the second block is never written.
    new Proxy(new Float32Array(7), {
      get: () => {
        throw new Error("killed");
      },
    }),
  ];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(() => shadow.write(2, torn)).toThrow("killed");
    expect(read(shadow.buffer)).toEqual({ step: 1, blocks: state(1).map((block) => [...block]) });
  }
});
