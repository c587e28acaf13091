import type { Access } from "../access/access.ts";
import type { Principal } from "../access/principal.ts";

/** Who sent which headers, for those who only come to see a request when it is over. */
export class KnownPrincipals {
  readonly #principals = new WeakMap<Headers, Principal | null>();

  /** Whoever was authenticated by these very headers. */
  of(headers: Headers): Principal | undefined {
    return this.#principals.get(headers) ?? undefined;
  }

  /** The same access, with what it finds remembered for as long as the request lives. */
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
