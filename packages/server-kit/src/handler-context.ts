/**
 * The default type of a handler's `context`. It is empty; a backend that declares its members here
 * need not repeat the type of its context in every file.
 *
 * @example
 * declare module "@heddle/server-kit" {
 *   interface HandlerContext { readonly store: Store }
 * }
 */
// oxlint-disable-next-line no-empty-interface -- it is there to be added to
export interface HandlerContext {}
