import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Collections of published versions, shared between projects. */
export const registry: TraceHandlers<StubContext>["registry"] = {
  link: fromExamples("registry.link"),
};
