import { expect, test } from "vitest";
import { routeNames } from "./route-names.ts";

test.each<[ids: readonly string[], want: readonly string[]]>([
  [
    ["calls.read", "trainingJobs.create"],
    ["callsRead", "trainingJobsCreate"],
  ],
  [
    ["a.bC", "aB.c", "ab.c"],
    ["aBC", "aBC2", "abC"],
  ],
])("%j", (ids, want) => {
  const operations = ids.map((id) => {
    const [resource = "", verb = ""] = id.split(".");
    return { id, resource, verb };
  });
  expect([...routeNames(operations)]).toEqual(ids.map((id, at) => [id, want[at]]));
});
