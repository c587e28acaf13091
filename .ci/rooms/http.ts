/** Files at the edge of the server: they speak HTTP, and turn refusals into answers. */
const atTheEdge = /^(?:http|composition|side-doors|cli)\/|(?:^|\/)handlers\.ts$|\/service\/[^/]+$/;

const fromKit = /^import\s+\{([^}]*)\}\s+from "@heddle\/server-kit(?:\/[a-z]+)?"/gm;

/** The error classes of the kit, from the text of its `errors.ts`. */
export function httpClasses(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^export class (\w+)/gm)].map(([, name = ""]) => name));
}

/** The HTTP errors that a file imports although it does not stand at the edge. */
export function strayHttp(
  file: string,
  text: string,
  classes: ReadonlySet<string>,
): readonly string[] {
  if (atTheEdge.test(file)) return [];
  return [...text.matchAll(fromKit)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*$/, ""),
    )
    .filter((name) => classes.has(name));
}
