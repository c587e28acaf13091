import type { Inference } from "@heddle/types";

/** Which calls a request lets the model make. */
export type ToolMode =
  /** None, whether tools are shown or not: what looks like a call is content. */
  | { readonly kind: "none" }
  | { readonly kind: "auto" | "required"; readonly tools: readonly Inference.ChatTool[] }
  | { readonly kind: "named"; readonly tool: Inference.ChatTool };
