import { traceErrorBody } from "@heddle/server-kit/trace";
import { expect, test } from "vitest";
import { RoleTooLow } from "../../access/access.ts";
import { ForeignProject } from "../../access/foreign-project.ts";
import { InvalidProjectName, projectName } from "../../access/project-id.ts";
import { InvalidInput, Missing, OverLimit, type Refusal } from "../../refusals/refusal.ts";
import { QueryLimit, QueueFull, RowRefused } from "../../store/errors.ts";
import { DigestMismatch } from "../digests/expected-digest.ts";
import { StoredTooLarge } from "../digests/stored-too-large.ts";
import { TooDeep } from "../json-text/json-bounds.ts";
import { ObjectDeleted, ObjectNameTaken } from "../objects/object-refusals.ts";
import { InvalidObjectId } from "../objects/object.ts";
import { FieldNotAllowed } from "../query/field-not-allowed.ts";
import { MalformedRef } from "../refs/ref.ts";
import { RefsMissing } from "../refs/refs.ts";
import { traceAnswerTo } from "./refusal-answers.ts";

const acme = { keyId: "k", entity: "acme", role: "read", userName: "ada" } as const;
const model = { object_id: "bot", kind: "object", base_object_class: "Model" } as const;

test.each<[refusal: Refusal | Error, status: number, errorType: string | undefined]>([
  [new InvalidInput("limit is -1"), 400, "InvalidRequest"],
  [new InvalidProjectName(), 400, "InvalidRequest"],
  [new MalformedRef("x", "a ref starts with weave:///"), 400, "InvalidRequest"],
  [new ObjectNameTaken(model, ["Dataset", null]), 400, "ObjectNameTypeCollision"],
  [new RowRefused("calls"), 400, "InvalidRequest"],
  [new QueryLimit("rows"), 400, "InvalidRequest"],
  [new RoleTooLow("write", acme), 403, undefined],
  [new Missing("File x not found"), 404, "NotFoundError"],
  [new ForeignProject(projectName("globex/p"), acme), 404, "NotFoundError"],
  [new ObjectDeleted("bot", "v1", "2026-03-15T08:00:00Z"), 404, "ObjectDeletedError"],
  [new RefsMissing(["d"], 2), 404, "RefObjectsNotFoundError"],
  [new DigestMismatch("a", "b"), 409, "DigestMismatchError"],
  [new StoredTooLarge("A row", 10), 413, "InsertTooLarge"],
  [new OverLimit("call_ids has 1001 entries"), 413, undefined],
  [new TooDeep(), 413, undefined],
  [new InvalidObjectId("a b"), 422, "InvalidFieldError"],
  [new FieldNotAllowed("nope"), 422, undefined],
  [new QueueFull("calls", 1), 429, undefined],
])("%s", (refusal, status, errorType) => {
  const answer = traceAnswerTo(refusal);
  expect(answer?.status).toBe(status);
  const body = answer && traceErrorBody(answer, "request");
  expect(body).toMatchObject({ reason: refusal.message });
  expect(body?.["error_type"]).toBe(errorType);
});

test("the answer to a refusal has the members that clients read", () => {
  const members = (refusal: Refusal): unknown => traceAnswerTo(refusal)?.extras;
  expect(members(new ObjectDeleted("bot", "v1", "2026-03-15T08:00:00Z"))).toMatchObject({
    deleted_at: "2026-03-15T08:00:00Z",
  });
  expect(members(new RefsMissing(["d", "e", "d"], 4))).toMatchObject({
    missing_object_digests: ["d", "e"],
  });
  expect(members(new ObjectNameTaken(model, ["Dataset", null]))).toMatchObject({
    object_id: "bot",
    kind: "object",
    new_base_object_class: "Model",
    existing_base_object_classes: ["Dataset", null],
  });
});

test("an internal error is no refusal", () => {
  expect(traceAnswerTo(new Error("password=hunter2"))).toBeUndefined();
});
