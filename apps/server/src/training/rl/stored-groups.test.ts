import { expect, test } from "vitest";
import { trajectoryLines } from "../trajectories/trajectory-lines.ts";
import { storedGroups } from "./stored-groups.ts";

test("groups come back as they were stored", async () => {
  const lineSeparators = "one\u2028two\u2029three\r";
  const groups = [
    {
      trajectories: [
        { messages_and_choices: [{ role: "user", content: lineSeparators }], reward: 1 },
        { messages_and_choices: [], reward: 0.5, metrics: { turns: 2 } },
      ],
      metadata: { scenario_id: "a" },
    },
    { trajectories: [], exceptions: [] },
    { trajectories: [{ reward: -1 }] },
  ];
  // In pieces that end anywhere, as a file is read.
  const lines: Uint8Array[] = [];
  for await (const line of trajectoryLines("train", groups)) lines.push(line);
  const bytes = Buffer.concat(lines);
  for (const size of [1, 7, 1_000]) {
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    expect(await storedGroups(pieces())).toEqual(groups);
  }
});
