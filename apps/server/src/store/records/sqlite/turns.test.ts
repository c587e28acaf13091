import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("callers get their turns one at a time, in the order of their calls", async () => {
  const turns = new Turns();
  const log: string[] = [];
  const take = async (name: string): Promise<void> => {
    await turns.take();
    log.push(`${name} in`);
    await Promise.resolve();
    log.push(`${name} out`);
    turns.pass();
  };
  await Promise.all([take("a"), take("b"), take("c")]);
  await take("d");
  expect(log).toEqual(["a", "b", "c", "d"].flatMap((name) => [`${name} in`, `${name} out`]));
});
