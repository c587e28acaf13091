import { ApiError, type Extras } from "@heddle/server-kit/trace";
import { answerTo } from "../../http/errors.ts";
import { Missing, type Refusal } from "../../refusals/refusal.ts";
import { DigestMismatch } from "../digests/expected-digest.ts";
import { StoredTooLarge } from "../digests/stored-too-large.ts";
import { SpanRefused } from "../feedback/aggregate/stats-span.ts";
import { InvalidObjectId } from "../objects/object.ts";
import { ObjectDeleted, ObjectNameTaken } from "../objects/object-refusals.ts";
import { FieldNotAllowed } from "../query/field-not-allowed.ts";
import { RefsMissing } from "../refs/refs.ts";

/** Returns the answer to a refusal of one class; undefined for other errors. */
type Answer = (error: unknown) => ApiError | undefined;

/**
 * The answers of the trace service to its refusals: status, `error_type` and further members. The
 * first matching class counts. For any other class, its kind of refusal decides.
 */
const answers: readonly Answer[] = [
  answer(ObjectNameTaken, 400, ({ refused, existing }) => ({
    error_type: "ObjectNameTypeCollision",
    object_id: refused.object_id,
    kind: refused.kind,
    new_base_object_class: refused.base_object_class,
    existing_base_object_classes: existing,
  })),
  answer(ObjectDeleted, 404, ({ deletedAt }) => ({
    error_type: "ObjectDeletedError",
    deleted_at: deletedAt,
  })),
  answer(RefsMissing, 404, ({ digests }) => ({
    error_type: "RefObjectsNotFoundError",
    missing_object_digests: digests,
  })),
  answer(Missing, 404, () => ({ error_type: "NotFoundError" })),
  answer(DigestMismatch, 409, () => ({ error_type: "DigestMismatchError" })),
  answer(StoredTooLarge, 413, () => ({ error_type: "InsertTooLarge" })),
  answer(InvalidObjectId, 422, () => ({ error_type: "InvalidFieldError" })),
  answer(FieldNotAllowed, 422, () => ({})),
  answer(SpanRefused, 422, () => ({})),
];

/** The answer of the trace service to an error; undefined for an internal error. */
export function traceAnswerTo(error: unknown): ApiError | undefined {
  for (const ownAnswerTo of answers) {
    const found = ownAnswerTo(error);
    if (found) return found;
  }
  return answerTo(error);
}

function answer<Known extends Refusal>(
  known: abstract new (...parts: never[]) => Known,
  status: number,
  extras: (error: Known) => Extras,
): Answer {
  return (error) =>
    error instanceof known ? new ApiError(status, error.message, extras(error)) : undefined;
}
