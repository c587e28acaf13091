import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { currentRequest, inAccount, inNoAccount, inThisAccount } from "./current-request.ts";

const account = { entity: "acme", hold: () => {} };

/** Yields the current entity at each step, and reports it at the end. */
async function* whose(
  ended: (entity: string | undefined) => void,
): AsyncGenerator<string | undefined> {
  try {
    for (;;) {
      await Promise.resolve();
      yield currentRequest()?.entity;
    }
  } finally {
    ended(currentRequest()?.entity);
  }
}

test("items are made in the account of the first caller, also for another request", async () => {
  let endedFor: string | undefined;
  const begun = inAccount(account, () => inThisAccount(whose((entity) => (endedFor = entity))));
  expect(await begun.next()).toEqual({ value: "acme", done: false });
  const drained = new EventEmitter();
  const later = new Promise((resolve) => drained.once("drain", () => resolve(begun.next())));
  drained.emit("drain");
  expect(await later).toEqual({ value: "acme", done: false });
  expect(await inAccount({ ...account, entity: "globex" }, () => begun.next())).toEqual({
    value: "acme",
    done: false,
  });
  await begun.return();
  expect(endedFor).toBe("acme");
});

test("the server's own work is in no account, also if a request starts it", async () => {
  const seen = await inAccount(account, () =>
    inNoAccount(async () => {
      await Promise.resolve();
      return currentRequest();
    }),
  );
  expect(seen).toBeUndefined();
});
