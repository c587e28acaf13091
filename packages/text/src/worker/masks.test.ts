import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Constraint } from "../constraints/constraint.ts";
import { byteTokenizer } from "../tokenizer/testing/tokenizer-files.ts";
import { MaskReader, type LostMask } from "./masks.ts";
import { TextWorker } from "./text-worker.ts";

const size = 260;
const endToken = 257;
const workers: TextWorker[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
});

interface Connected {
  readonly worker: TextWorker;
  readonly reader: MaskReader;
  /** What came with each port. */
  readonly ports: (LostMask | null)[];
}

async function connected(): Promise<Connected> {
  const worker = new TextWorker();
  workers.push(worker);
  await worker.load("loom", byteTokenizer());
  const reader = new MaskReader();
  const ports: (LostMask | null)[] = [];
  worker.connect((port, lost) => {
    ports.push(lost);
    reader.connect(port, lost);
  });
  return { worker, reader, ports };
}

async function settled(reader: MaskReader, id: number): Promise<string> {
  // The clock of the worker runs in this thread: it needs a turn now and then.
  while (!reader.wait(id, 2)) await nextTurn();
  return reader.state(id);
}

function allowed(reader: MaskReader, id: number): number[] {
  const words = reader.words(id);
  return Array.from({ length: size }, (_, token) => token).filter(
    (token) => (((words[token >> 5] ?? 0) >>> (token & 31)) & 1) === 1,
  );
}

function charactersAllowed(reader: MaskReader, id: number): string {
  return allowed(reader, id)
    .map((token) => (token === endToken ? "." : String.fromCharCode(token)))
    .join("");
}

const choice: Constraint = { kind: "choice", choices: ["yes", "yesterday", "no"] };
const word: Constraint = { kind: "regex", pattern: "[a-f]{3,40}!" };
// Repetitions within repetitions: written out before anything is matched.
/** It begins with itself behind any of 6,000 parts: turned around, it has the square of that. */
const explosive: Constraint = {
  kind: "grammar",
  grammar: `root ::= ${'"a"{0,9} '.repeat(6000)} root "x" | "b"`,
};

describe("masks", () => {
  test("they follow the tokens, to where only the end is allowed", async () => {
    const { reader } = await connected();
    const id = reader.open(choice, "loom", size);
    expect(await settled(reader, id)).toBe("ready");
    expect(charactersAllowed(reader, id)).toBe("ny");
    for (const [token, next] of [
      ["y", "e"],
      ["e", "s"],
      ["s", "t."],
    ] as const) {
      reader.accept(id, token.charCodeAt(0));
      expect(await settled(reader, id)).toBe("ready");
      expect(charactersAllowed(reader, id)).toBe(next);
    }
    // Several at once: the mask is that after the last.
    for (const character of "terday") {
      reader.accept(id, character.charCodeAt(0));
      reader.flush();
    }
    expect(await settled(reader, id)).toBe("ended");
    expect(allowed(reader, id)).toEqual([endToken]);
  });

  test("a copy goes its own way", async () => {
    const { reader } = await connected();
    const first = reader.open(choice, "loom", size);
    reader.accept(first, 0x79);
    const second = reader.fork(first);
    reader.accept(second, 0x65);
    expect([await settled(reader, first), await settled(reader, second)]).toEqual([
      "ready",
      "ready",
    ]);
    expect([charactersAllowed(reader, first), charactersAllowed(reader, second)]).toEqual([
      "e",
      "s",
    ]);
  });

  test("a batch goes in one message, and each sequence gets its own mask", async () => {
    const { reader } = await connected();
    const ids = Array.from({ length: 64 }, () => reader.open(word, "loom", size));
    for (const id of ids) expect(await settled(reader, id)).toBe("ready");
    for (let step = 0; step < 4; step++) {
      for (const id of ids) reader.accept(id, 0x61 + ((id + step) % 6));
      reader.flush();
      for (const id of ids) expect(await settled(reader, id)).toBe("ready");
    }
    for (const id of ids) expect(charactersAllowed(reader, id)).toBe("!abcdef");
  });

  test("two readers do not mix", async () => {
    const { worker, reader } = await connected();
    const other = new MaskReader();
    worker.connect((port, lost) => other.connect(port, lost));
    const mine = reader.open(choice, "loom", size);
    const theirs = other.open(word, "loom", size);
    expect(mine).toBe(theirs);
    await Promise.all([settled(reader, mine), settled(other, theirs)]);
    expect([charactersAllowed(reader, mine), charactersAllowed(other, theirs)]).toEqual([
      "ny",
      "abcdef",
    ]);
  });

  test("a vocabulary with more rows than tokens allows none of the rest", async () => {
    const { reader } = await connected();
    const id = reader.open(word, "loom", 1000);
    await settled(reader, id);
    expect(reader.words(id)).toHaveLength(Math.ceil(1000 / 32));
    expect([...reader.words(id).subarray(9)].every((bits) => bits === 0)).toBe(true);
  });
});

describe("a sequence that fails", () => {
  test("says why, and no other is touched", async () => {
    const { reader } = await connected();
    const good = reader.open(choice, "loom", size);
    const bad = reader.open({ kind: "regex", pattern: "(a" }, "loom", size);
    const nowhere = reader.open(choice, "nobody", size);
    expect(await settled(reader, bad)).toBe("failed");
    expect(reader.error(bad)).toMatchObject({ kind: "invalid", parameter: "constraint" });
    expect(await settled(reader, nowhere)).toBe("failed");
    expect(reader.error(nowhere)).toMatchObject({ kind: "not_found" });
    expect(await settled(reader, good)).toBe("ready");
  });

  test("a token that was not allowed is a defect, not a crash", async () => {
    const { reader } = await connected();
    const id = reader.open(choice, "loom", size);
    reader.accept(id, 0x7a);
    expect(await settled(reader, id)).toBe("failed");
    expect(reader.error(id)).toMatchObject({ kind: "internal" });
    reader.accept(id, 0x79);
    expect(reader.state(id)).toBe("failed");
    reader.close(id);
    expect(() => reader.state(id)).toThrow("no constrained sequence");
  });
});

describe("a restart of the worker", () => {
  const letters = "abcdefabcdef";

  /** Masks of some sequences over some steps, with something done between two of them. */
  async function masksOf(
    { reader }: Connected,
    between: (step: number) => void = () => undefined,
  ): Promise<number[][]> {
    const ids = Array.from({ length: 5 }, (_, i) =>
      reader.open(i % 2 ? choice : word, "loom", size),
    );
    const masks: number[][] = [];
    for (let step = 0; step < letters.length; step++) {
      between(step);
      for (const [index, id] of ids.entries()) {
        expect(await settled(reader, id)).toMatch(/ready|ended/);
        masks.push(allowed(reader, id));
        const text = index % 2 ? "yesterday" : letters;
        if (step < text.length) reader.accept(id, text.charCodeAt(step));
      }
      reader.flush();
    }
    return masks;
  }

  test("a grammar that explodes fails alone; the others go on as if nothing had happened", async () => {
    const undisturbed = await masksOf(await connected());
    const disturbed = await connected();
    const { reader, worker, ports } = disturbed;
    let guilty = 0;
    const masks = await masksOf(disturbed, (step) => {
      if (step === 4) {
        guilty = reader.open(explosive, "loom", size);
      }
    });
    expect(masks).toEqual(undisturbed);
    expect(await settled(reader, guilty)).toBe("failed");
    expect(reader.error(guilty)).toMatchObject({
      kind: "invalid",
      parameter: "constraint",
      message: "Giving up: the constraint took longer than 0.7 s.",
    });
    expect(ports).toEqual([null, expect.objectContaining({ id: guilty })]);
    expect(await worker.encode("loom", "still here")).toHaveLength(10);
  });

  test("a template without end takes no sequence with it", async () => {
    const undisturbed = await masksOf(await connected());
    const disturbed = await connected();
    const { worker, ports } = disturbed;
    const loop = "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}";
    await worker.load("harm", { ...byteTokenizer(), chatTemplate: loop });
    let harm: Promise<unknown> = Promise.resolve();
    const masks = await masksOf(disturbed, (step) => {
      if (step === 4)
        harm = worker.render("harm", { messages: [] }).catch((error: unknown) => error);
    });
    expect(await harm).toMatchObject({ message: expect.stringContaining("Giving up") });
    expect(masks).toEqual(undisturbed);
    expect(ports).toEqual([null, null]);
  });

  test("who has disconnected gets no port any more", async () => {
    const worker = new TextWorker();
    workers.push(worker);
    const loop = "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}";
    await worker.load("harm", { ...byteTokenizer(), chatTemplate: loop });
    let ports = 0;
    const disconnect = worker.connect((port) => {
      port.close();
      ports++;
    });
    disconnect();
    await expect(worker.render("harm", { messages: [] })).rejects.toThrow("Giving up");
    expect(await worker.encode("harm", "x")).toHaveLength(1);
    expect(ports).toBe(1);
  });
});
