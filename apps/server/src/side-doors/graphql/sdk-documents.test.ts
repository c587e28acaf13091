import { expect, test } from "vitest";
import type { Principal } from "../../access/principal.ts";
import { requesterOf } from "../../access/testing/requester-of.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { Graphql } from "./graphql.ts";
import { KnownProjects } from "./testing/known-projects.ts";
import { wandbDocuments } from "./testing/wandb-documents.ts";
import { weaveDocuments } from "./testing/weave-documents.ts";

const principal: Principal = { keyId: "k1", entity: "acme", role: "write", userName: "ada" };

const sdkDocuments = [...weaveDocuments, ...wandbDocuments];

async function answer(asker: Principal | null, request: object): Promise<object> {
  const problems: unknown[] = [];
  const known = new KnownProjects();
  const graphql = new Graphql(known, (error) => problems.push(error));
  const frontendHost = "http://heddle.test";
  const requester = asker && requesterOf(asker, known);
  const found = await graphql.answer(JSON.stringify(request), {
    requester,
    frontendHost,
    signal: nobodyLeaves,
  });
  expect(problems).toEqual([]);
  return JSON.parse(JSON.stringify(found)) as object;
}

test.each(sdkDocuments)("$sentBy", async ({ query, variables, data }) => {
  const found = await answer(principal, { query, variables });
  expect(found).not.toHaveProperty("errors");
  expect(found).toMatchObject({ data });
  // Programs in Go send an empty name.
  expect(await answer(principal, { query, variables, operationName: "" })).toEqual(found);
});

test.each(sdkDocuments.filter(({ query }) => !query.startsWith("mutation")))(
  "without a key: $sentBy",
  async ({ query, variables }) => {
    expect(await answer(null, { query, variables })).not.toHaveProperty("errors");
  },
);
