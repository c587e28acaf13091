import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** Published values, ops among them, in versions that never change. */
export const objects: TraceHandlers<StubContext>["objects"] = {
  create: fromExamples("objects.create"),
  read: fromExamples("objects.read"),
  query: fromExamples("objects.query"),
  delete: fromExamples("objects.delete"),
  addTags: fromExamples("objects.addTags"),
  removeTags: fromExamples("objects.removeTags"),
  setAliases: fromExamples("objects.setAliases"),
  removeAliases: fromExamples("objects.removeAliases"),
  tags: fromExamples("objects.tags"),
  aliases: fromExamples("objects.aliases"),
};
