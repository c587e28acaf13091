import { expect, test } from "vitest";
import { MaskReader } from "@heddle/text/worker";
import { OpenMasks } from "./open-masks.ts";

/** A reader whose only mask is in a state that the test sets. */
class OneMask extends MaskReader {
  now: ReturnType<MaskReader["state"]> = "pending";
  waits = 0;

  override state(): ReturnType<MaskReader["state"]> {
    return this.now;
  }

  override wait(): boolean {
    this.waits += 1;
    return this.now !== "pending";
  }

  override close(): void {}
}

test("nobody waits for a mask that nobody has asked for", () => {
  const masks = new OpenMasks(new OneMask());
  expect(masks.awaitAny(0)).toBe(false);
});

test("who finds a mask pending is waited for, once for each time", () => {
  const reader = new OneMask();
  const masks = new OpenMasks(reader);
  expect(masks.state(1)).toBe("pending");
  expect(masks.awaitAny(0)).toBe(true);
  expect(reader.waits).toBe(1);
  expect(masks.awaitAny(0)).toBe(false);
});

test("a mask that comes between the look and the wait is not slept through", () => {
  const reader = new OneMask();
  const masks = new OpenMasks(reader);
  masks.state(1);
  reader.now = "ready";
  expect(masks.awaitAny(0)).toBe(true);
  expect(reader.waits).toBe(0);
  expect(masks.state(1)).toBe("ready");
  expect(masks.awaitAny(0)).toBe(false);
});

test("a closed sequence is awaited no longer", () => {
  const masks = new OpenMasks(new OneMask());
  masks.state(1);
  masks.close(1);
  expect(masks.awaitAny(0)).toBe(false);
});
