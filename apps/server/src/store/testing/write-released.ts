/**
 * Records the statements of every step of the schemas in `released/`, as `npm run version` does at a
 * release. A released step never changes, so it adds the new ones only.
 */
import { recordSteps, traceSteps } from "./present-steps.ts";
import { writeReleasedSteps } from "./released-steps.ts";

writeReleasedSteps("traces", traceSteps());
writeReleasedSteps("records", await recordSteps());
