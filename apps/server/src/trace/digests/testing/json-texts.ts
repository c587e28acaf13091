import * as fc from "fast-check";

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.bigInt().map(String),
  // Numbers at the borders between two spellings, and numbers that one more digit changes.
  fc.constantFrom(
    "-0",
    "0",
    "0.0",
    "-0.0",
    "0.00",
    "1e400",
    "-1e400",
    "1E5",
    "1e-5",
    "10.0",
    "10.00",
    "0.0001",
    "0.00010",
    "0.00001",
    "1e16",
    "1e15",
    "9999999999999999.0",
    "-12.5e-3",
    "12345678901234.5",
    "123456789012345.6",
    "1234567890123456.5",
    "0.1000",
    "1.50",
    "100000000000000000000.0",
    "5e-324",
    "0.000123456789012345",
    "0.00012345678901234567",
  ),
);
const strings = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '"\\u0041"',
    '"\\/"',
    '"\\ud83d\\ude80"',
    '"\\ud83d"',
    '"\\ude80\\ud83d"',
    '"\\u001F"',
    '"\\n\\t\\b\\f\\r\\"\\\\"',
    '"\u007f"',
    '"é\\u00E9"',
    '"\u{1f680}"',
    JSON.stringify("x".repeat(200)),
    JSON.stringify(`${"x".repeat(70)}\né${"y".repeat(64)}"`),
  ),
);
// Names with several spellings, and names whose order differs from the order of their UTF-16 units.
const names = fc.oneof(
  strings,
  fc.constantFrom(
    '"a"',
    '"b"',
    '"\\u0061"',
    '"aa"',
    '"\uffee"',
    '"\\ud83d\\ude80"',
    '"\ud83d\\ude80"',

    '"\\ud83d"',
    '"\\ud83da"',
    '"\\ud83d\\ud83d\\ude80"',
    '"\\ude80"',
    '"\\u0000"',
    '"\\u0000a"',
    '"10"',
    '"9"',
    '"__proto__"',
    '""',
  ),
);
const blanks = fc.constantFrom("", "", "", " ", "\n ", "\t\r\n  ");

/** JSON texts with repeated names, every kind of escape and every kind of number. */
export const jsonTexts: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    numbers,
    strings,
    fc.constantFrom("true", "false", "null"),
    fc
      .tuple(blanks, fc.array(fc.tuple(tie("value"), blanks, blanks), { maxLength: 8 }))
      .map(([inside, items]) => {
        const written = items.map(([value, before, after]) => before + value + after);
        return `[${inside}${written.join(",")}]`;
      }),
    fc
      .tuple(blanks, fc.array(fc.tuple(names, tie("value"), blanks, blanks), { maxLength: 40 }))
      .map(([inside, members]) => {
        const written = members.map(
          ([name, value, before, after]) => `${before}${name}${after}:${before}${value}${after}`,
        );
        return `{${inside}${written.join(",")}}`;
      }),
  ),
})).value;
