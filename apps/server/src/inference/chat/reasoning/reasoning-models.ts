import { EngineError, type BaseText } from "@heddle/engine";
import { reasoningMarks } from "./reasoning-marks.ts";

const question = { role: "user", content: "hello" };
const probe = "a thought of its own";

/** Which models think before they speak, as their chat templates tell. Asks each template once. */
export class ReasoningModels {
  /** By base model: it has one template. */
  readonly #answers = new Map<string, Promise<boolean>>();

  /** Whether the template opens or closes a reasoning for the model, or shows one of an earlier answer. */
  reasons(text: BaseText): Promise<boolean> {
    const known = this.#answers.get(text.baseModel);
    if (known !== undefined) return known;
    const asked = showsReasoning(text);
    this.#answers.set(text.baseModel, asked);
    asked.catch(() => this.#answers.delete(text.baseModel));
    return asked;
  }
}

async function showsReasoning(text: BaseText): Promise<boolean> {
  const opening = { messages: [question], addGenerationPrompt: true };
  const answer = { role: "assistant", content: "hi", reasoning: probe };
  const shown = { messages: [question, answer] };
  for (const variables of [opening, shown]) {
    const rendered = await renderedOrNone(text, variables);
    if (rendered.includes(reasoningMarks.open)) return true;
  }
  return false;
}

async function renderedOrNone(
  text: BaseText,
  variables: Parameters<BaseText["render"]>[0],
): Promise<string> {
  try {
    return await text.render(variables);
  } catch (cause) {
    // A template may refuse the conversation; one that shows reasoning refuses no answer.
    if (cause instanceof EngineError && cause.kind === "invalid") return "";
    throw cause;
  }
}
