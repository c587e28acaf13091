import { trainingOperations } from "@heddle/server-kit/training";
import type { operations } from "@heddle/types/training";
import { type FromExamples, fromExamplesOf } from "../examples/from-examples.ts";
import { loadDocument } from "../load-document.ts";

/** The bundled document of training. */
export const document: unknown = loadDocument("training");

/** The handler of one operation that answers from the examples of the document. */
export const fromExamples: FromExamples<operations> = fromExamplesOf(trainingOperations, document);
