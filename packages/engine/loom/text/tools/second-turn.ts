import type { Message } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { argumentOf } from "./argument.ts";
import { spelled, type SpelledTool } from "./family.ts";
import { amongOthers, anyFamily, definitionsOf } from "./offered.ts";
import { resultAnswer } from "./result-answer.ts";
import { resultOf } from "./results.ts";
import { callOf, keyOf, requestFor, type ToolRequest } from "./tool-request.ts";
import type { ToolExchange } from "./tool-use.ts";
import { valueKinds } from "./values.ts";

const thanks = [
  "thanks",
  "Thanks!",
  "thank you",
  "Thank you!",
  "thanks a lot",
  "Thanks a lot!",
  "great, thanks",
  "ok thanks",
  "Thank you very much",
  "perfect, thank you",
  "thx",
  "ok, thank you",
  "cool, thanks",
  "many thanks",
  "Thanks for that",
  "nice, thanks!",
  "thank you so much",
];

const shortForms = [
  "and {x}?",
  "And {x}?",
  "what about {x}?",
  "What about {x}?",
  "how about {x}?",
  "and for {x}?",
  "now {x}",
  "now for {x}",
  "the same for {x}",
  "the same for {x} please",
  "and now {x}",
  "also {x}",
  "also for {x}",
  "then {x}",
  "ok, and {x}?",
  "{x} too",
  "do it for {x} too",
  "{x} as well please",
  "next: {x}",
  "And what about {x}?",
  "please do {x} too",
  "again for {x}",
  "once more for {x}",
];

/** The same again with another object: `and Rome?` */
function again(random: Random, tool: SpelledTool): ToolRequest | undefined {
  const [parameter, ...others] = tool.parameters.filter(({ isRequired }) => isRequired);
  if (parameter === undefined || others.length > 0 || !tool.family.takesLists) return undefined;
  const object = valueKinds[parameter.slot.kind].draw(random);
  return {
    tool: tool.definition,
    text: random.pick(shortForms).replace("{x}", () => object),
    arguments: { [parameter.name]: argumentOf(object, parameter.type) },
  };
}

/** After a finished call: another request with the same tools, or thanks. */
export function secondTurn(random: Random, split: Split): ToolExchange {
  return drawFrom(split, () => {
    const tool = spelled(random, anyFamily(random, 0.35));
    const before = requestFor(random, tool);
    const result = resultOf(random, tool.family);
    const tools = amongOthers(random, [tool], random.pick([1, 1, 2, 2, 3, 5]));
    const earlier: Message[] = [
      { role: "user", content: before.text },
      { role: "assistant", content: "", tool_calls: [callOf(before)] },
      { role: "tool", content: result },
      { role: "assistant", content: resultAnswer(result) },
    ];
    if (random.chance(0.15)) {
      return {
        key: `thanks ${keyOf(before)}`,
        messages: [
          ...earlier,
          { role: "user", content: random.pick(thanks) },
          { role: "assistant", content: "You are welcome!" },
        ],
        tools: definitionsOf(tools),
      };
    }
    const short = random.chance(0.6) ? again(random, tool) : undefined;
    const request = short ?? requestFor(random, random.pick(tools));
    return {
      key: keyOf(request),
      messages: [
        ...earlier,
        { role: "user", content: request.text },
        { role: "assistant", content: "", tool_calls: [callOf(request)] },
      ],
      tools: definitionsOf(tools),
    };
  });
}
