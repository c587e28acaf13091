export { inferenceStub } from "./inference/inference-stub.ts";
export type { StubOptions } from "./service-stub.ts";
export { stubApp } from "./stub-app.ts";
export { traceStub } from "./trace/trace-stub.ts";
export { trainingStub } from "./training/training-stub.ts";
