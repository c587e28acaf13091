import fc from "fast-check";
import { expect, test } from "vitest";
import { afterValue } from "../../json-text/after-value.ts";
import { expandTree } from "./expand-columns.ts";
import { refSites } from "./ref-sites.ts";

const [ref, other] = ["weave:///a/b/object/o:x", "weave:///a/b/object/o:y"];

function found(text: string, ...columns: string[]): string[] {
  const node = expandTree(columns.map((column) => `inputs${column}`)).get("inputs")!;
  return refSites(text, node).map(({ start, end, ref: at }) => {
    expect(JSON.parse(text.slice(start, end))).toBe(at);
    return at;
  });
}

test.each([
  ["a member", `{"a":"${ref}"}`, [".a"], [ref]],
  ["the root", `"${ref}"`, [""], [ref]],
  ["white space", ` { "a" :\n"${ref}" , "b" : 1 } `, [".a"], [ref]],
  ["an item", `{"a":[1,"${ref}",["${other}"]]}`, [".a.1", ".a.2.0"], [ref, other]],
  ["an index that is a name", `{"a":{"1":"${ref}"}}`, [".a.1"], [ref]],
  ["no index", `{"a":["${ref}"]}`, [".a.00", ".a.-1", ".a.x"], []],
  ["an escaped name", `{"\\u0061\\"":"${ref}"}`, ['.a"'], [ref]],
  ["an escaped ref", `{"a":"\\u0077eave:\\/\\/\\/a/b/object/o:x"}`, [".a"], [ref]],
  ["the last of equal names", `{"a":"${ref}","a":"${other}"}`, [".a"], [other]],
  ["the last of equal names, a number", `{"a":"${ref}","\\u0061":1}`, [".a"], []],
  ["a name with a dot", `{"a.b":"${ref}","a":{"b":"${other}"}}`, [".a\\.b"], [ref]],
  ["a text that only begins like a ref", `{"a":"weave://x"}`, [".a"], []],
  ["a name that is a ref", `{"${ref}":1}`, [`.${ref}`], []],
  ["a path that ends above", `{"a":{"b":"${ref}"}}`, [".a"], []],
  ["a path that goes on below", `{"a":"${ref}"}`, [".a.b"], []],
  ["nothing", `{}`, [".a"], []],
] as const)("%s", (_, text, columns, refs) => {
  expect(found(text, ...columns)).toEqual(refs);
});

const name = fc.constantFrom("a", "b", "", "1", "c.d", 'q"\\x', "é");
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(ref, other, "text", 1.5, true, null, "}", '",'),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4 }),
  ),
}));
const steps = fc.array(fc.oneof(name, fc.constantFrom("0", "2")), { maxLength: 4 });

/** The value at a path, by parsing. */
function at(root: unknown, path: readonly string[]): unknown {
  let here = root;
  for (const step of path) {
    const isInside = typeof here === "object" && here !== null && Object.hasOwn(here, step);
    here = isInside ? (here as Record<string, unknown>)[step] : undefined;
  }
  return here;
}

test("finds what a parser finds, in every layout", () => {
  fc.assert(
    fc.property(
      value,
      fc.array(steps, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 1),
      (root, paths, by) => {
        const text = JSON.stringify(root, undefined, by);
        const columns = paths.map((path) =>
          path.map((step) => `.${step.replaceAll(".", "\\.")}`).join(""),
        );
        const expected = new Map(
          paths.map((path, index) => [columns[index], at(root, path)] as const),
        );
        const refs = [...expected.values()].filter(
          (one) => one === ref || one === other,
        ) as string[];
        expect(found(text, ...columns).toSorted()).toEqual(refs.toSorted());
        expect(afterValue(text, 0)).toBe(text.length);
      },
    ),
  );
});
