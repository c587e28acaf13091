declare const spelling: unique symbol;

/**
 * The id of a project in the stores: the unpadded base64url of its name. It is the same on every
 * machine and never changes, so digests computed over it survive export and import. Only `access/`
 * makes such ids.
 */
export type ProjectId = string & { readonly [spelling]: "internal id" };
