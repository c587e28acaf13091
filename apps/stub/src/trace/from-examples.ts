import { traceOperations } from "@heddle/server-kit/trace";
import type { operations } from "@heddle/types/trace";
import { type FromExamples, fromExamplesOf } from "../examples/from-examples.ts";
import { loadDocument } from "../load-document.ts";

/** The bundled document of tracing. */
export const document: unknown = loadDocument("trace");

/** The handler of one operation that answers from the examples of the document. */
export const fromExamples: FromExamples<operations> = fromExamplesOf(traceOperations, document);
