/** The role of a key. Each role includes the roles after it: admin, write, read. */
export type Role = "admin" | "write" | "read";

/** Roles from the weakest to the strongest. */
export const roles: readonly Role[] = ["read", "write", "admin"];

/** The sender of a request. */
export interface Principal {
  /** Names the key in logs and lists; empty without a key. */
  readonly keyId: string;
  readonly entity: string;
  readonly role: Role;
  /** `wb_user_id` of everything that the request writes. */
  readonly userName: string;
}
