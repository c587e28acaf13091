import type { Trace } from "@heddle/types";
import type { RequestProjects } from "../../../access/request-projects.ts";
import { askedList } from "../../query/asked-list.ts";
import type { Parameters } from "../../query/parameters.ts";
import { externalString } from "../record/call-refs.ts";

type ListName = Exclude<keyof Trace.CallsFilter, "trace_roots_only">;

/** A filter as SQL conditions. All of them must hold. */
export interface CompiledFilter {
  readonly conditions: readonly string[];
  /** The ids in the filter, if it has any: only these calls can match. */
  readonly callIds: readonly string[] | undefined;
}

/** The lists of a filter that compare with one column. */
const columns: readonly (readonly [list: ListName, column: string])[] = [
  ["parent_ids", "parent_id"],
  ["trace_ids", "trace_id"],
  ["thread_ids", "thread_id"],
  ["turn_ids", "turn_id"],
  ["wb_user_ids", "wb_user_id"],
  ["wb_run_ids", "wb_run_id"],
];

/** An empty list of these matches nothing; any other empty list is no restriction. */
const emptyMatchesNothing: ReadonlySet<ListName> = new Set(["thread_ids", "turn_ids"]);

/** @throws InvalidInput if a list is longer than the limit. */
export function compileFilter(
  filter: Trace.CallsFilter | null | undefined,
  parameters: Parameters,
  projects: RequestProjects,
): CompiledFilter {
  const list = (name: ListName): readonly string[] | undefined => listOf(filter, name);
  const conditions: string[] = [];
  for (const [name, column] of columns) {
    const values = list(name);
    if (!values) continue;
    if (values.length === 0) {
      conditions.push("false");
      continue;
    }
    conditions.push(`${column} IN ${parameters.addList(values, "Array(String)")}`);
    // The column holds empty text for an absent value, which a list cannot match.
    if (values.includes("")) conditions.push(`${column} != ''`);
  }
  const external = (names: readonly string[]): readonly string[] =>
    names.map((name) => externalString(name, projects));
  const ops = list("op_names");
  if (ops) conditions.push(matchesName(external(ops), "op_name", parameters));
  for (const [name, column] of [
    ["input_refs", "input_refs"],
    ["output_refs", "output_refs"],
  ] as const) {
    const refs = list(name);
    if (!refs) continue;
    const matches = matchesName(external(refs), "ref", parameters);
    conditions.push(`arrayExists(ref -> ${matches}, ${column})`);
  }
  if (filter?.trace_roots_only) conditions.push("parent_id = ''");
  return { conditions, callIds: list("call_ids") };
}

function listOf(
  filter: Trace.CallsFilter | null | undefined,
  name: ListName,
): readonly string[] | undefined {
  const given = filter?.[name];
  const values = given?.length === 0 && emptyMatchesNothing.has(name) ? [] : askedList(name, given);
  return values?.map((value) => value.toWellFormed());
}

/** Equal to a name or ref or, if that ends in `:*`, to any version of it. */
function matchesName(names: readonly string[], sql: string, parameters: Parameters): string {
  const exact = names.filter((name) => !name.endsWith(":*"));
  const prefixes = names.filter((name) => name.endsWith(":*")).map((name) => name.slice(0, -1));
  const conditions: string[] = [];
  if (exact.length > 0) conditions.push(`${sql} IN ${parameters.addList(exact, "Array(String)")}`);
  if (prefixes.length > 0) {
    const list = parameters.addList(prefixes, "Array(String)");
    conditions.push(`arrayExists(prefix -> startsWith(${sql}, prefix), ${list})`);
  }
  return `(${conditions.join(" OR ")})`;
}
