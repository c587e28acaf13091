import type { Answer } from "./judge.ts";
import { parsedJson } from "./parsed-json.ts";
import type { ExpectedCall, Question } from "./question.ts";
import { toolOfLine } from "./tool-line.ts";

/** A running server, and how it is asked. */
export interface Asked {
  /** With the version: `http://127.0.0.1:4777/v1`. */
  readonly url: string;
  readonly key: string;
}

/** What one question came to. */
export interface Asking extends Answer {
  /** Calls whose arguments were no JSON or did not obey the tool, and schema answers that were not valid. */
  readonly broken: number;
  /** Answers that were cut at the limit of tokens. */
  readonly cut: number;
}

const mostTokens = 200;

interface Choice {
  readonly finish_reason: string;
  readonly message: {
    readonly content: string | null;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  };
}

/** Asks a question at temperature 0, giving the results of its tools back until the model answers or they are used up. */
export async function askQuestion(asked: Asked, question: Question): Promise<Asking> {
  const messages: unknown[] = question.messages.map(onWire);
  const tools = question.tools?.map((tool) =>
    tool.startsWith("{") ? (JSON.parse(tool) as ReturnType<typeof toolOfLine>) : toolOfLine(tool),
  );
  const calls: ExpectedCall[] = [];
  const results = [...(question.results ?? [])];
  let broken = 0;
  for (;;) {
    const { message, finish_reason } = await complete(asked, {
      messages,
      ...(tools === undefined ? {} : { tools }),
      ...(question.schema === undefined
        ? {}
        : {
            response_format: {
              type: "json_schema",
              json_schema: { name: "answer", schema: question.schema },
            },
          }),
    });
    const cut = finish_reason === "length" ? 1 : 0;
    const made = message.tool_calls ?? [];
    for (const { function: called } of made) {
      const values = cut === 1 ? null : parsedJson(called.arguments);
      if (values === undefined) broken += 1;
      else calls.push({ name: called.name, arguments: (values ?? {}) as Record<string, unknown> });
    }
    if (made.length === 0 || cut === 1) {
      if (
        question.schema !== undefined &&
        cut === 0 &&
        parsedJson(message.content ?? "") === undefined
      )
        broken += 1;
      return { calls, text: message.content ?? "", broken, cut };
    }
    const given = made.map(({ id }) => ({ id, result: results.shift() }));
    // A question whose tools give nothing back ends at its call; in a loop, one call too many is no end.
    if (given.some(({ result }) => result === undefined)) {
      return { calls, text: question.results === undefined ? "" : null, broken, cut };
    }
    messages.push({ role: "assistant", content: message.content, tool_calls: made });
    for (const { id, result } of given) {
      messages.push({ role: "tool", tool_call_id: id, content: result });
    }
  }
}

async function complete({ url, key }: Asked, members: object): Promise<Choice> {
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: "heddle/loom",
      temperature: 0,
      max_tokens: mostTokens,
      ...members,
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${text}`);
  const [choice] = (JSON.parse(text) as { choices: Choice[] }).choices;
  if (choice === undefined) throw new Error("The server answered without a choice.");
  return choice;
}

/** Messages of questions have arguments as values; on the wire they are text, and calls and results have ids. */
function onWire(message: Question["messages"][number], index: number): object {
  if (message.role === "tool") return { ...message, tool_call_id: `call_${index - 1}` };
  if (message.role !== "assistant" || message.tool_calls === undefined) return message;
  const calls = message.tool_calls.map(({ function: called }) => ({
    id: `call_${index}`,
    type: "function",
    function: { name: called.name, arguments: JSON.stringify(called.arguments) },
  }));
  return { role: "assistant", content: message.content, tool_calls: calls };
}
