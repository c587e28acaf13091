import { expect, test } from "vitest";
import { BodyPace, type PacedBody } from "./body-pace.ts";

/** A body that sends `bytes` a second, checked every second. */
function paced(bytes: number, more: Partial<PacedBody> = {}) {
  const socket = { bytesRead: 0 };
  const body = {
    complete: false,
    readableLength: 0,
    readableHighWaterMark: 65_536,
    socket,
    ...more,
  };
  const pace = new BodyPace(1000);
  let slowAtS: number | undefined;
  let nowS = 0;
  pace.watch(body, () => (slowAtS ??= nowS), 0);
  const pass = (seconds: number): void => {
    for (let i = 0; i < seconds; i++) {
      nowS += 1;
      socket.bytesRead += bytes;
      pace.check(nowS * 1000);
    }
  };
  return { body, pass, slowAt: () => slowAtS };
}

test.each([
  ["nothing at all", 0, 10],
  ["a byte a second", 1, 10],
  ["a little less than the minimum", 999, 10],
  ["the minimum", 1000, undefined],
  ["a fast one", 10_000_000, undefined],
])("%s is slow after %s bytes a second for ten seconds", (_, bytes, want) => {
  const { pass, slowAt } = paced(bytes);
  pass(60);
  expect(slowAt()).toBe(want);
});

test("a pause of nine seconds is allowed", () => {
  const { body, pass, slowAt } = paced(0);
  for (let i = 0; i < 5; i++) {
    pass(9);
    Object.assign(body.socket, { bytesRead: body.socket.bytesRead + 20_000 });
    pass(1);
  }
  expect(slowAt()).toBeUndefined();
  pass(11);
  expect(slowAt()).toBe(60);
});

test("a body that the server does not read is not slow, and has its whole time afterwards", () => {
  const { body, pass, slowAt } = paced(0, { readableLength: 65_536 });
  pass(100);
  expect(slowAt()).toBeUndefined();
  Object.assign(body, { readableLength: 0 });
  pass(9);
  expect(slowAt()).toBeUndefined();
  pass(2);
  expect(slowAt()).toBe(110);
});

test("a complete body is no longer watched", () => {
  const { body, pass, slowAt } = paced(0);
  Object.assign(body, { complete: true });
  pass(30);
  expect(slowAt()).toBeUndefined();
});
