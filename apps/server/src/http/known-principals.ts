import type { Access } from "../access/access.ts";
import type { Principal } from "../access/principal.ts";

/**
 * Remembers the principal of each request's headers, for code that runs after the request is over.
 */
export class KnownPrincipals {
  readonly #principals = new WeakMap<Headers, Principal | null>();

  /** The principal that was found for this object of headers. */
  of(headers: Headers): Principal | undefined {
    return this.#principals.get(headers) ?? undefined;
  }

  /** The same access, but it remembers the principal of a request while the request lives. */
  remembering(access: Access): Access {
    return {
      authorise: (principal, level, projects) => access.authorise(principal, level, projects),
      maySee: (principal, project) => access.maySee(principal, project),
      authenticate: async (headers) => {
        const known = this.#principals.get(headers);
        if (known !== undefined) return known;
        const principal = await access.authenticate(headers);
        this.#principals.set(headers, principal);
        return principal;
      },
    };
  }
}
