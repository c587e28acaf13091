import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** The models that the operator of the server offers, as directories of models read them. */
export const catalog: TraceHandlers<StubContext>["catalog"] = {
  analysisModels: fromExamples("catalog.analysisModels"),
  routerModels: fromExamples("catalog.routerModels"),
  hardware: fromExamples("catalog.hardware"),
  models: fromExamples("catalog.models"),
  modelsDev: fromExamples("catalog.modelsDev"),
};
