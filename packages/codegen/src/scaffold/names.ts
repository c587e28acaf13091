/** A file name: `trainingJobs` is `training-jobs`. */
export function kebabCase(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1-$2")
    .replaceAll(/[^A-Za-z\d]+/g, "-")
    .toLowerCase();
}

/**
 * The file of each resource, without its extension; all differ from each other and from the index.
 */
export function fileNames(resources: Iterable<string>): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const taken = new Set(["handlers"]);
  for (const resource of resources) {
    const name = kebabCase(resource);
    let file = name;
    for (let count = 2; taken.has(file); count++) file = `${name}-${count}`;
    taken.add(file);
    files.set(resource, file);
  }
  return files;
}

/** Words that cannot name a variable in a module. */
const words =
  "arguments await break case catch class const continue debugger default delete do else enum eval " +
  "export extends false finally for function if implements import in instanceof interface let new " +
  "null package private protected public return static super switch this throw true try typeof " +
  "undefined var void while with yield";
/** Names that a file of handlers already uses. */
const taken: ReadonlySet<string> = new Set([...words.split(" "), "notBuilt"]);

/** The variable name of a resource's handlers. */
export function variableName(resource: string): string {
  const name = resource.replaceAll(/[^\w$]+/g, "_");
  return taken.has(name) || /^\d/.test(name) ? `${name}Handlers` : name;
}
