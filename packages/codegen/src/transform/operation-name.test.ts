import { describe, expect, test } from "vitest";
import { derivedNames } from "./operation-name.ts";
import type { UnnamedOperation } from "./operation-name.ts";

type Given = readonly [method: string, path: string, operationId?: string, tag?: string];

function namesOf(...operations: readonly Given[]): string[] {
  const given = operations.map(([method, path, operationId, tag]): UnnamedOperation => {
    const source = {
      ...(operationId === undefined ? {} : { operationId }),
      ...(tag === undefined ? {} : { tags: [tag] }),
    };
    return { method, path, source, pointer: "#" };
  });
  return derivedNames(given).map(({ id, resource, verb }) => `${id}: ${resource}.${verb}`);
}

describe("names of operations of any document", () => {
  test.each<[name: string, given: readonly Given[], want: readonly string[]]>([
    ["ours", [["get", "/a", "calls.read"]], ["calls.read: calls.read"]],
    [
      "by tag and operation id",
      [["post", "/v1/chat", "createChatCompletion", "Chat"]],
      ["createChatCompletion: chat.createChatCompletion"],
    ],
    [
      "a tag that starts the operation id is not repeated",
      [["get", "/repos", "repos/list-for-org", "repos"]],
      ["repos/list-for-org: repos.listForOrg"],
    ],
    ["by path without tags", [["get", "/api/v2/users/{id}", "read"]], ["read: users.read"]],
    [
      "by method and path without operation id",
      [["get", "/users/{user-id}/pets"]],
      ["users.getUsersByUserIdPets: users.getUsersByUserIdPets"],
    ],
    [
      "a resource name that fits into a file name",
      [["get", "/a", "read", "tag".repeat(100)]],
      [`read: ${"tag".repeat(27).slice(0, 80)}.read`],
    ],
    ["of the root", [["get", "/"]], ["service.get: service.get"]],
    [
      "operation ids that are not identifiers",
      [["get", "/a", "Get café (v2)!", "Über uns"]],
      ["Get café (v2)!: uberUns.getCafeV2"],
    ],
    ["a tag of other letters", [["get", "/news", "read", "新闻"]], ["read: news.read"]],
    ["a digit first", [["get", "/2fa", "2fa"]], ["2fa: x2fa.x2fa"]],
    [
      "two operations with one id",
      [
        ["get", "/a", "list", "x"],
        ["get", "/b", "list", "x"],
      ],
      ["list: x.list", "list2: x.list2"],
    ],
    [
      "verbs that differ in their spelling",
      [
        ["get", "/a", "list-all", "x"],
        ["get", "/b", "listAll", "x"],
      ],
      ["list-all: x.listAll", "listAll: x.listAll2"],
    ],
    [
      "resources that differ in their capitals are one",
      [
        ["get", "/a", "a", "UserGroups"],
        ["get", "/b", "b", "usergroups"],
      ],
      ["a: userGroups.a", "b: userGroups.b"],
    ],
    [
      "members that every object has",
      [["get", "/a", "constructor", "then"]],
      ["constructor: then_.constructor_"],
    ],
  ])("%s", (_, given, want) => {
    expect(namesOf(...given)).toEqual(want);
  });
});
