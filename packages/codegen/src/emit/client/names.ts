import { pascalCase } from "../../print/names.ts";

/**
 * Words that a parameter must not have as its name: keywords, and names that the method itself
 * uses.
 */
const taken: ReadonlySet<string> = new Set(
  (
    "arguments await body break case catch class const continue debugger default delete do else " +
    "enum eval export extends false finally for function if implements import in instanceof " +
    "interface let new null options package private protected public query return static super " +
    "switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** Members that a resource already has, and `then`, which would turn it into a promise. */
const members: ReadonlySet<string> = new Set(["api", "constructor", "then"]);

/**
 * Different names for all parameters: `model_id` is `modelId`, `X-Page` is `xPage`, `default` is
 * `default_`.
 */
export function argumentNames(parameters: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const parameter of parameters) {
    const pascal = pascalCase(parameter);
    let name = /^[A-Z]/.test(pascal) ? pascal.charAt(0).toLowerCase() + pascal.slice(1) : "value";
    while (taken.has(name) || names.includes(name)) name += "_";
    names.push(name);
  }
  return names;
}

/** Members that the client of a service has beside its resources. */
const ofClient: ReadonlySet<string> = new Set([...members, "eject", "paths", "use"]);

/** The name of a method, changed only if the name already has another meaning. */
export function safeMember(name: string): string {
  return members.has(name) ? `${name}_` : name;
}

/** The names of one resource in the generated client. */
export interface ResourceNames {
  /** `trainingJobs`, a member of the service's client. */
  readonly member: string;
  /** `TrainingJobsResource`. */
  readonly className: string;
  /** `training-jobs`, which differs from all others, also on disks that ignore case. */
  readonly fileName: string;
}

/** Creates the names of all resources of a service. */
export function resourceNames(resources: readonly string[]): readonly ResourceNames[] {
  const files = new Set(["index"]);
  const classes = new Set<string>();
  return resources.map((resource) => ({
    member: ofClient.has(resource) ? `${resource}_` : resource,
    className: unique(`${pascalCase(resource)}Resource`, classes),
    fileName: unique(kebabCase(resource), files),
  }));
}

function kebabCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z\d]+/g, "-")
    .toLowerCase();
}

function unique(name: string, names: Set<string>): string {
  let made = name;
  for (let count = 2; names.has(made); count += 1) made = `${name}${count}`;
  names.add(made);
  return made;
}
