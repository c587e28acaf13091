/** What a key may do; each includes those after it: admin, write, read. */
export type Role = "admin" | "write" | "read";

/** Roles from the weakest to the strongest. */
export const roles: readonly Role[] = ["read", "write", "admin"];

/** Who a request comes from. */
export interface Principal {
  /** Names the key in logs and lists; empty where there is none. */
  readonly keyId: string;
  readonly entity: string;
  readonly role: Role;
  /** `wb_user_id` of what is written. */
  readonly userName: string;
}
