import { BadRequest, Conflict, NotFound, TooLarge } from "@heddle/server-kit";

/** 404 for what is not there. */
export function notFound(reason: string): NotFound {
  return new NotFound(reason, { error_type: "NotFoundError" });
}

/** 404 for an object version that was deleted; clients tell it by `deleted_at`. */
export function objectDeleted(objectId: string, digest: string, deletedAt: string): NotFound {
  return new NotFound(`Object ${objectId}:${digest} was deleted at ${deletedAt}.`, {
    error_type: "ObjectDeletedError",
    deleted_at: deletedAt,
  });
}

/** 400 for a value that breaks a rule. */
export function invalidValue(reason: string): BadRequest {
  return new BadRequest(reason, { error_type: "InvalidRequest" });
}

/** 413 for one value that is larger than a stored row may be. */
export function insertTooLarge(what: string, maxBytes: number): TooLarge {
  return new TooLarge(
    `${what} is larger than ${maxBytes} bytes as stored. Put large parts into files or rows.`,
    { error_type: "InsertTooLarge" },
  );
}

/** Throws 409 where the client expects another digest than the content has. */
export function checkExpectedDigest(expected: string | null | undefined, actual: string): void {
  if (expected === undefined || expected === null || expected === actual) return;
  throw new Conflict(
    `The content has digest ${actual}, not the expected ${expected.slice(0, 100)}. ` +
      "Nothing was stored.",
    { error_type: "DigestMismatchError" },
  );
}
