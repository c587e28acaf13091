import { expect, test } from "vitest";
import { createContext } from "../document/create-context.ts";
import { loadDocument } from "../document/load.ts";
import { emitDocument } from "./document.ts";

test("the document keeps the order of its author", () => {
  const text = '{"openapi":"3.1.1","paths":{},"info":{"version":"1","title":"A"},"a":[]}';
  expect(emitDocument(createContext(loadDocument(text)))).toEqual({
    path: "document.json",
    text: `{
  "openapi": "3.1.1",
  "paths": {},
  "info": {
    "version": "1",
    "title": "A"
  },
  "a": []
}
`,
  });
});
