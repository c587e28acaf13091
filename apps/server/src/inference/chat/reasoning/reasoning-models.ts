import type { BaseText } from "@heddle/engine";

/** Which models think before they speak, as their chat templates tell. Asks each template once. */
export class ReasoningModels {
  reasons(_text: BaseText): Promise<boolean> {
    throw new Error("ReasoningModels is not written yet.");
  }
}
