/**
 * What handlers get as `context` where they do not say what it is. Empty; a backend that declares
 * its members need not repeat its context's type in every file.
 *
 * @example
 * declare module "@heddle/server-kit" {
 *   interface HandlerContext { readonly store: Store }
 * }
 */
// oxlint-disable-next-line no-empty-interface -- it is there to be added to
export interface HandlerContext {}
