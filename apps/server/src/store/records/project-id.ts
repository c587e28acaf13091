declare const spelling: unique symbol;

/**
 * A project as stores keep it: the unpadded base64url of its name. The same on every machine and for
 * ever, so that digests computed over it survive export and import. Made in `access/`, and nowhere
 * else.
 */
export type ProjectId = string & { readonly [spelling]: "internal id" };
