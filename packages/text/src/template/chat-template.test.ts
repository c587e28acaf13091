import { describe, expect, test } from "vitest";
import { TextError } from "../errors.ts";
import { ChatTemplate, type TemplateVariables } from "./chat-template.ts";
import { chatml, llama3, mistral, qwen25, qwen3 } from "./testing/chat-templates.ts";

function render(template: string, variables: Partial<TemplateVariables> = {}): string {
  return new ChatTemplate(template, "a/model").render(
    { messages: [], ...variables },
    {
      modelId: "a/model",
      namedTokens: { bos_token: "<s>", eos_token: "</s>" },
      maxLength: 10_000,
      now: new Date(2026, 0, 5, 14, 3, 9),
    },
  );
}

function failureOf(template: string, variables: Partial<TemplateVariables> = {}): unknown {
  try {
    return render(template, variables);
  } catch (error) {
    return error instanceof TextError ? error : new Error("no TextError", { cause: error });
  }
}

const user = { role: "user", content: "Hello" };
const weather = {
  type: "function",
  function: {
    name: "weather",
    description: "tells it",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
};
const call = {
  id: "call12345",
  type: "function",
  function: { name: "weather", arguments: { city: "Zürich", days: 2 } },
};
const withCall = [
  user,
  { role: "assistant", content: null, tool_calls: [call] },
  { role: "tool", content: '{"sun": true}', tool_call_id: "call12345" },
];

describe("templates of known families", () => {
  test("ChatML", () => {
    const messages = [{ role: "system", content: "Be brief." }, user];
    expect(render(chatml, { messages, addGenerationPrompt: true })).toBe(
      "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n",
    );
    expect(render(chatml, { messages: [user] })).toBe("<|im_start|>user\nHello<|im_end|>\n");
  });

  test("Llama 3: first token, date, trimmed contents", () => {
    const messages = [
      { role: "system", content: " Be brief. " },
      { role: "user", content: " Hi\n" },
    ];
    expect(render(llama3, { messages, addGenerationPrompt: true })).toBe(
      "<s><|start_header_id|>system<|end_header_id|>\n\nToday: 05 Jan 2026\n\nBe brief.<|eot_id|>" +
        "<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
    );
  });

  test("Llama 3: tools, a call and its result", () => {
    const text = render(llama3, { messages: withCall, tools: [{ name: "weather", strict: true }] });
    expect(text).toContain('{\n    "name": "weather",\n    "strict": true\n}\n\n<|eot_id|>');
    expect(text).toContain(
      '{"name": "weather", "parameters": {"city": "Zürich", "days": 2}}<|eot_id|>',
    );
    expect(text).toContain('ipython<|end_header_id|>\n\n{"sun": true}<|eot_id|>');
  });

  test("Qwen2.5: tools in the system turn, calls in Hermes form, results in a user turn", () => {
    const messages = [...withCall, { role: "tool", content: "more" }];
    expect(render(qwen25, { messages, tools: [weather], addGenerationPrompt: true })).toBe(
      '<|im_start|>system\nBe helpful.\n\n<tools>\n{"type": "function", "function": {"name": "weather", "description": "tells it", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}\n</tools><|im_end|>\n' +
        "<|im_start|>user\nHello<|im_end|>\n" +
        '<|im_start|>assistant\n<tool_call>\n{"name": "weather", "arguments": {"city": "Zürich", "days": 2}}\n</tool_call><|im_end|>\n' +
        '<|im_start|>user\n<tool_response>\n{"sun": true}\n</tool_response>\n<tool_response>\nmore\n</tool_response><|im_end|>\n' +
        "<|im_start|>assistant\n",
    );
  });

  test("Qwen3: earlier thoughts are dropped, thinking can be turned off", () => {
    const messages = [
      user,
      { role: "assistant", content: "<think>\nwell\n</think>\n\nHi." },
      { role: "user", content: "And?" },
    ];
    const open = render(qwen3, { messages, addGenerationPrompt: true });
    expect(open).toBe(
      "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\nHi.<|im_end|>\n<|im_start|>user\nAnd?<|im_end|>\n<|im_start|>assistant\n",
    );
    const templateKwargs = { enable_thinking: false };
    expect(render(qwen3, { messages, addGenerationPrompt: true, templateKwargs })).toBe(
      `${open}<think>\n\n</think>\n\n`,
    );
    expect(render(qwen3, { messages: messages.slice(0, 2) })).toContain(
      "assistant\n<think>\nwell\n</think>\n\nHi.<|im_end|>",
    );
  });

  test("Mistral: turns, tools before the last user turn, calls and results", () => {
    const messages = [{ role: "system", content: "Be brief." }, user];
    expect(render(mistral, { messages })).toBe("<s>[INST] Be brief.\n\nHello[/INST]");
    expect(render(mistral, { messages: withCall, tools: [weather] })).toBe(
      '<s>[AVAILABLE_TOOLS] [{"type": "function", "function": {"name": "weather", "description": "tells it", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}][/AVAILABLE_TOOLS]' +
        "[INST] Hello[/INST]" +
        '[TOOL_CALLS] [{"name": "weather", "arguments": {"city": "Zürich", "days": 2}, "id": "call12345"}]</s>' +
        '[TOOL_RESULTS] {"content": {"sun": true}, "call_id": "call12345"}[/TOOL_RESULTS]',
    );
  });

  test("a template refuses with words of its own", () => {
    expect(failureOf(mistral, { messages: [user, user] })).toMatchObject({
      kind: "invalid",
      parameter: "messages",
      message:
        "The chat template of a/model refuses the messages: user and assistant must take turns",
    });
  });
});

describe("variables", () => {
  test("tools and documents are none where nothing is given, and variables of the request win", () => {
    const template =
      "{{ tools is none }} {{ documents is none }} {{ add_generation_prompt }} {{ x }}";
    const templateKwargs = { add_generation_prompt: true, x: 1, tools: [1] };
    expect(render(template)).toBe("True True False ");
    expect(render(template, { templateKwargs })).toBe("False True False 1");
    expect(render("{{ documents[0].title }}", { documents: [{ title: "t" }] })).toBe("t");
  });

  test("names of JavaScript's own are names like others", () => {
    const messages = JSON.parse('[{"__proto__": "p", "constructor": "c", "toString": "t"}]');
    const template =
      "{% set m = messages[0] %}{{ m.__proto__ }}{{ m.constructor }}{{ m['toString'] }}{{ m.valueOf is defined }}{{ messages.constructor is defined }}{{ 'a'.constructor is defined }}{{ constructor is defined }}{{ __proto__ is defined }}";
    expect(render(template, { messages })).toBe("pctFalseFalseFalseFalseFalse");
    const templateKwargs = JSON.parse('{"__proto__": 1, "constructor": 2}');
    expect(render("{{ __proto__ }}{{ constructor }}", { templateKwargs })).toBe("12");
  });

  test("a variable cannot take the name of a word of the language", () => {
    expect(failureOf("x", { templateKwargs: { namespace: 1 } })).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("namespace"),
    });
  });

  test("the time is shown by directives, and an unknown one is refused", () => {
    const template = "{{ strftime_now('%Y-%m-%d %H:%M:%S %A %B %-d %I%p %j %y %%') }}";
    expect(render(template)).toBe("2026-01-05 14:03:09 Monday January 5 02PM 005 26 %");
    expect(failureOf("{{ strftime_now('%Q') }}")).toMatchObject({
      message: expect.stringContaining("%Q"),
    });
  });
});

// The expected texts are those of jinja2 in transformers' sandbox.
describe("what Python's Jinja writes", () => {
  const given = [
    { role: "user", content: null },
    { role: "tool", content: "x'y\n", n: 1.5, t: true },
  ];
  const cases: [string, string][] = [
    [
      "{% for i in [1,2,3] %}{% if x is defined %}D{% else %}U{% endif %}{% set x = i %}{% endfor %}{{ x is defined }}",
      "UUUFalse",
    ],
    [
      "{% for i in [1,2] %}{% for j in [1,2] %}{{ loop.index }}{% set y = j %}{% endfor %}{{ y is defined }}{{ loop.index }}{% endfor %}",
      "12False112False2",
    ],
    [
      "{% for i in range(5) %}{% if i == 1 %}{% continue %}{% endif %}{% if i == 3 %}{% break %}{% endif %}{{ i }}{% endfor %}",
      "02",
    ],
    ["{{ true }} {{ none }} {{ 1.0 }} {{ 'a' ~ true ~ none ~ 1 }}", "True None 1.0 aTrueNone1"],
    [
      "{{ [1, 'a', \"it's\", true, none, 2.5, {'k': ['v\\n']}] }}",
      `[1, 'a', "it's", True, None, 2.5, {'k': ['v\\n']}]`,
    ],
    ["{{ {'a': 'q\"u', 'b': {}} }} {{ ('a', 2) }}", `{'a': 'q"u', 'b': {}} ('a', 2)`],
    [
      "{{ messages }}",
      `[{'role': 'user', 'content': None}, {'role': 'tool', 'content': "x'y\\n", 'n': 1.5, 't': True}]`,
    ],
    [
      "{{ none | string }}{{ [none] | string }}{{ [1, none, true] | join('-') }}",
      "None[None]1-None-True",
    ],
    [
      "{% macro f(x) %}<{{ x }}>{% endmacro %}{{ f(true) }}{{ f(none) }}{{ f('t') ~ f(1) }}",
      "<True><None><t><1>",
    ],
    ["{% set a %}x{{ none }}{% endset %}{{ a }}{{ nothing }}{{ 'x' if false }}", "xNone"],
    ["{{ ['é\u200b\u00a0'] }}{{ '%5.1f' % 2.25 }}{{ '%.0f' % 2.5 }}", "['é\\u200b\\xa0']  2.22"],
    ["{% for i in [1,2,3] if i > 1 %}{{ loop.length }}{{ i }}{% endfor %}", "2223"],
  ];
  test.each(cases)("%s", (source, text) => expect(render(source, { messages: given })).toBe(text));
});

describe("what the library lacks", () => {
  const cases: [string, string][] = [
    ["{{ '%s has %d' % ('a', 3) }}", "a has 3"],
    [
      "{{ '%.2f|%5d|%-4s|%04d|%+d|%x|%%' % (1.005, 7, 'ab', 42, 1, 255) }}",
      "1.00|    7|ab  |0042|+1|ff|%",
    ],
    ["{{ '%s' % 'one' }} {{ '%s' % none }} {{ '%s' % true }}", "one None True"],
    ["{{ '%(name)s is %(age)d' % {'name': 'Ann', 'age': 5} }}", "Ann is 5"],
    ["{{ '%s-%s' | format('a', 2) }}", "a-2"],
    ["{{ '%e' % 12345.678 }} {{ '%g' % 0.0001 }}", "1.234568e+04 0.0001"],
    ["{{ 7 % 4 }} {{ (7 % 4) % 2 }}", "3 1"],
    ["{{ -7 % 3 }} {{ 7 % -3 }} {{ -6 % 3 }} {{ -5.5 % 2 }} {{ true % 2 }}", "2 -2 0 0.5 1"],
  ];
  test.each(cases)("%s", (template, text) => expect(render(template)).toBe(text));

  const failing: [string, string][] = [
    ["{{ '%s %s' % 'one' }}", "not enough arguments"],
    ["{{ '%s' % ('one', 'two') }}", "not all arguments"],
    ["{{ '%d' % 'one' }}", "asks for a number"],
    ["{{ '%q' % 1 }}", "unsupported conversion %q"],
    ["{{ '%(a)s' % 1 }}", "needs a mapping"],
    ["{{ 1 % 0 }}", "divides by zero"],
    ["{{ '%d' % (1 % 0.0) }}", "divides by zero"],
  ];
  test.each(failing)("%s fails", (template, message) => {
    expect(failureOf(template)).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(message),
    });
  });

  test("arguments are passed on by name and spread, and filters keep theirs", () => {
    const template = `{% macro f(a, b=2, c=3) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ f(1, c=5) }} {{ f(*[7, 8]) }} {{ f(**{'a': 9}) }}
{{- messages | map(attribute='role') | join('+') }}{{ messages | selectattr('role', 'equalto', 'user') | list | length }}
{{- 'a-b'.replace('-', '+', 1) }}{{ 'xy'.split('y')[0] }}{% filter upper %}ab{% endfilter %}`;
    expect(render(template, { messages: [user, { role: "tool" }] })).toBe(
      "125 783 923user+tool1a+bxAB",
    );
  });
});

describe("templates that are wrong, or mean harm", () => {
  test.each([
    ["{% if %}", "cannot be parsed"],
    ["{{ 'a }}", "cannot be parsed"],
    ["{% for x in y %}", "cannot be parsed: it ends in the middle"],
    ["{{ nothing() }}", "not a function"],
    ["{{ 'a' | nothing }}", "nothing"],
    ["{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "calls itself without end"],
    ["{{ range(100001) | length }}", "range() of more than 100000"],
  ])("%s", (template, message) => {
    expect(failureOf(template)).toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(new RegExp(`a/model .*${message.replace(/[()]/g, "\\$&")}`)),
    });
  });

  const doubling = (start: string, step: string): string =>
    `{% set ns = namespace(x=${start}) %}{% for i in range(90) %}{% set ns.x = ${step} %}{% endfor %}`;
  test.each([
    ["text", `${doubling("'ab'", "ns.x ~ ns.x")}{{ ns.x }}`, "characters"],
    ["replacement", doubling("'aaaa'", "ns.x.replace('a', 'aaaa')"), "characters"],
    ["replacement by filter", doubling("'aaaa'", "ns.x | replace('a', 'aaaa')"), "characters"],
    ["list", doubling("[1]", "ns.x + ns.x"), "1000000 items"],
    ["join", "{{ range(100000) | join('0123456789') }}", "characters"],
    [
      "shared parts as JSON",
      `${doubling("['a']", "[ns.x, ns.x]")}{{ ns.x | tojson }}`,
      "characters",
    ],
    ["shared parts written out", `${doubling("['a']", "[ns.x, ns.x]")}{{ ns.x }}`, "characters"],
    ["indentation", "{{ 'a' | indent(100000000) }}", "indentation"],
    [
      "text between JSON",
      "{% set x = range(500) | join %}{{ [1] | tojson(separators=(x, x)) }}",
      "2780 is more than 1000",
    ],
    ["method join", "{{ '0123456789'.join(range(99999)) }}", "characters"],
    ["indentation of JSON", "{{ [1] | tojson(indent=100000000) }}", "indentation"],
    ["format", "{{ '%0999999999d' % 1 }}", "width"],
    ["output", "{% for i in range(50000) %}xy{% endfor %}", "characters"],
  ])("growth without end is stopped before it is made: %s", (_, template, message) => {
    expect(failureOf(template)).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(message),
    });
  });
});

describe("a last message that goes on", () => {
  const messages = [user, { role: "assistant", content: "Well, " }];

  test("is left open after its text", () => {
    expect(render(chatml, { messages, continueFinalMessage: true })).toBe(
      "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\nWell, ",
    );
  });

  test("without white space that the template trims", () => {
    expect(render(llama3, { messages, continueFinalMessage: true })).toMatch(/\n\nWell,$/);
  });

  test("may be a list of parts", () => {
    const parts = [{ role: "assistant", content: [{ type: "text", text: "So" }] }];
    const template = "{% for m in messages %}{{ m.content[0].text }}<end>{% endfor %}";
    expect(render(template, { messages: parts, continueFinalMessage: true })).toBe("So");
  });

  test("is found where its text stands elsewhere too, and may be empty", () => {
    const short = [user, { role: "assistant", content: "assistant" }];
    expect(render(chatml + "assistant", { messages: short, continueFinalMessage: true })).toMatch(
      /\nassistant$/,
    );
    const empty = [user, { role: "assistant", content: "" }];
    expect(render(chatml, { messages: empty, continueFinalMessage: true })).toMatch(
      /<\|im_start\|>assistant\n$/,
    );
  });

  test("is refused where the template leaves a part of it out", () => {
    const messages = [{ role: "assistant", content: "<think>a</think>b" }];
    const template = "{{ messages[0].content.split('</think>')[-1] }}";
    expect(failureOf(template, { messages, continueFinalMessage: true })).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("not all of it"),
    });
  });

  test("is refused beside an opening of a new one, and without text", () => {
    const both = { messages, continueFinalMessage: true, addGenerationPrompt: true };
    expect(failureOf(chatml, both)).toMatchObject({
      kind: "invalid",
      parameter: "continue_final_message",
    });
    const without = [{ role: "assistant", content: null }];
    expect(failureOf(chatml, { messages: without, continueFinalMessage: true })).toMatchObject({
      kind: "invalid",
    });
  });
});
