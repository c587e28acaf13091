import { inferenceOperations } from "@heddle/server-kit/inference";
import type { operations } from "@heddle/types/inference";
import { type FromExamples, fromExamplesOf } from "../examples/from-examples.ts";
import { loadDocument } from "../load-document.ts";

/** The bundled document of inference. */
export const document: unknown = loadDocument("inference");

/** The handler of one operation that answers from the examples of the document. */
export const fromExamples: FromExamples<operations> = fromExamplesOf(inferenceOperations, document);
