import { describe, expect, test } from "vitest";
import { ChatTemplate, type TemplateVariables } from "./chat-template.ts";

// What Jinja in transformers 5 writes of these, seen in Python.

function render(
  template: string,
  templateKwargs: Record<string, unknown> = {},
  variables: Partial<TemplateVariables> = {},
): string {
  return new ChatTemplate(template, "a/model").render(
    { messages: [], templateKwargs, ...variables },
    { modelId: "a/model", namedTokens: {}, maxLength: 10_000, now: new Date(2026, 0, 5) },
  );
}

describe("text", () => {
  test.each([
    ["'\\n a \\n'.strip('\\n')", " a "],
    ["'xya'.lstrip('xy')", "a"],
    ["'axy'.rstrip('yx')", "a"],
    ["' a\\x1c'.strip()", "a"],
    ["'\ufeffa '.strip()", "\ufeffa"],
    ["'xxaxx' | trim('x')", "a"],
    ["[1, 'a'] | trim", "[1, 'a']"],
    ["none | trim", "None"],
    ["missing | trim", ""],
    ["'heLLO' | capitalize", "Hello"],
    ["'aB'.capitalize()", "Ab"],
    ["\"it's o'neil-x\" | title", "It's O'neil-X"],
    ["'é👍' | length", "2"],
    ["'👍a'[1]", "a"],
    ["', '.join(['a', 1])", "a, 1"],
    ["'a\\nb\\n'.splitlines()", "['a', 'b']"],
    ["'aXbX'.find('X')", "1"],
    ["'aXbX'.count('X')", "2"],
    ["'abc'.removeprefix('a').removesuffix('c')", "b"],
    ["'12'.isdigit()", "True"],
  ])("%s", (expression, expected) => {
    expect(render(`{{ ${expression} }}`)).toBe(expected);
  });

  test("ends of lines in a template are line feeds", () => {
    expect(render("a\r\nb\r{% if true %}\r\nc{% endif %}")).toBe("a\nb\nc");
  });

  test("a method that is not there is named", () => {
    expect(() => render("{{ 'a'.rjust(3) }}")).toThrow("no method rjust of text");
  });
});

describe("comparison", () => {
  test.each([
    ["[1, 'a'] == [1, 'a']", true],
    ["{'a': [1]} == {'a': [1.0]}", true],
    ["{'a': 1} != {'a': 1}", false],
    ["'1' == 1", false],
    ["1 == true", true],
    ["missing == none", false],
    ["[1] in [[1]]", true],
    ["1 in {'a': 1}", false],
    ["'a' not in missing", true],
    ["missing in [1]", false],
  ])("%s", (expression, expected) => {
    expect(render(`{{ ${expression} }}`)).toBe(expected ? "True" : "False");
  });

  test("text is added to text only: what Python refuses is not written as JSON", () => {
    expect(() => render("{{ 'a' + ['b'] }}")).toThrow("it adds text and a list");
    expect(() => render("{{ none + 'a' }}")).toThrow("it adds none and text");
  });
});

describe("members", () => {
  const tool = { properties: { items: { type: "array" }, keys: { type: "string" } } };

  test("of undefined values are refused by name", () => {
    expect(() => render("{{ messages[0]['role'] }}")).toThrow("reads role of an undefined value");
  });

  test("of none are undefined, and so is what a mapping has not", () => {
    expect(render("{{ none.a is defined }}{{ {'a': 1}[missing] is defined }}")).toBe("FalseFalse");
  });

  test("behind a dot the method comes first: a mapping may have a member called items", () => {
    expect(
      render(
        "{% for name, one in tool.properties.items() %}{{ name }}:{{ one.type }} {% endfor %}",
        {
          tool,
        },
      ),
    ).toBe("items:array keys:string ");
    expect(render("{{ tool.properties['items'].type }}", { tool })).toBe("array");
  });
});

describe("loops", () => {
  test("go over the characters of text, nothing that is undefined, and tuples", () => {
    expect(render("{% for c in 'a👍' %}[{{ c }}]{% endfor %}")).toBe("[a][👍]");
    expect(render("{% for c in missing %}x{% else %}none{% endfor %}")).toBe("none");
    expect(render("{% for a, b in [(1, 2)] if a %}{{ b }}{% endfor %}")).toBe("2");
  });

  test("what a turn wrote before break or continue stays", () => {
    const turns = "{% for i in [1, 2, 3, 4] %}<{{ i }}{% if i == 2 %}c{% continue %}{% endif %}";
    expect(render(`${turns}{% if i == 3 %}b{% break %}{% endif %}>{% endfor %}!`)).toBe(
      "<1><2c<3b!",
    );
  });
});

describe("filters", () => {
  const calls = [{ n: 1, t: "a" }, { n: 2 }];

  test.each([
    ["calls | selectattr('t', 'undefined') | map(attribute='n') | list", "[2]"],
    ["calls | rejectattr('t') | map(attribute='n') | list", "[2]"],
    ["calls | selectattr('n', 'in', [1, 5]) | list | length", "1"],
    ["none | selectattr('t') | list", "[]"],
    ["['a', 'b'] | reject('equalto', 'a') | join", "b"],
    ["[0, 1] | select | list", "[1]"],
    ["['a'] | map('upper') | join", "A"],
    ["missing | length", "0"],
    ["'ab' | list", "['a', 'b']"],
    ["dict(a=1, b=2) | tojson", '{"a": 1, "b": 2}'],
  ])("%s", (expression, expected) => {
    expect(render(`{{ ${expression} }}`, { calls })).toBe(expected);
  });

  test.each([
    ["[1, 2.0, 0.00001, (1, 2)]", "", "[1, 2.0, 1e-05, [1, 2]]"],
    ["{'b': 1, 'a': []}", "sort_keys=true", '{"a": [], "b": 1}'],
    ["{'b': 1}", "separators=(',', ':')", '{"b":1}'],
    ["{'b': [1], 'c': {}}", "indent=2", '{\n  "b": [\n    1\n  ],\n  "c": {}\n}'],
    ["'é<&'", "", '"é<&"'],
    ["'é'", "ensure_ascii=true", '"\\u00e9"'],
  ])("tojson of %s with %s", (value, style, expected) => {
    expect(render(`{{ ${value} | tojson(${style}) }}`)).toBe(expected);
  });

  test("tojson of an undefined value is refused, not null", () => {
    expect(() => render("{{ missing | tojson }}")).toThrow("cannot write an undefined value");
  });
});

describe("reasoning", () => {
  const template = "{{ messages[0].reasoning_content }}|{{ messages[0].thinking }}";

  test.each(["reasoning", "thinking", "reasoning_content"])("as %s has every name", (name) => {
    const messages = [{ role: "assistant", content: "4", [name]: "2 + 2" }];
    expect(render(template, {}, { messages })).toBe("2 + 2|2 + 2");
  });
});
