import type { ApiError, AppOptions } from "@heddle/server-kit";
import type { Access } from "../access/access.ts";
import type { Principal } from "../access/principal.ts";

/**
 * The kit's `authorise` with the rules of the server. It throws answers, not refusals, because the
 * kit reads their status and rewrites some of them for the service.
 */
export function authorising(
  access: Pick<Access, "authorise">,
  answerTo: (error: unknown) => ApiError | undefined,
): NonNullable<AppOptions<Principal, unknown>["authorise"]> {
  return (principal, level, projects) => {
    try {
      access.authorise(principal, level, projects);
    } catch (error) {
      throw answerTo(error) ?? error;
    }
  };
}
