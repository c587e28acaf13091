import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { Context } from "../http/context.ts";

/** What the spec has and this server has not: the kit answers it with 404. */
interface NotBuilt {
  readonly calls: "stats" | "usage" | "traceUsage";
  readonly objects:
    | "delete"
    | "addTags"
    | "removeTags"
    | "setAliases"
    | "removeAliases"
    | "tags"
    | "aliases";
}

type NotBuiltIn<Resource> = Resource extends keyof NotBuilt ? NotBuilt[Resource] : never;

type BuiltIn<Resource extends keyof TraceHandlers<Context>> = Omit<
  TraceHandlers<Context>[Resource],
  NotBuiltIn<Resource>
>;

/**
 * The trace service's handlers, all but those of operations that are named above; a resource of
 * which nothing is built is not there. An operation that loses its handler without being named does
 * not compile, and neither does a handler of one that is.
 */
export type BuiltTraceHandlers = {
  readonly [
    Resource in keyof TraceHandlers<Context> as keyof BuiltIn<Resource> extends never
      ? never
      : Resource
  ]: BuiltIn<Resource>;
};
