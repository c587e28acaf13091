const identifier = /^[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*$/u;
const plainIdentifier = /^[A-Za-z_$][\w$]*$/;

/** Names that generated modules use themselves, and words of the language. */
const reserved: ReadonlySet<string> = new Set([
  ..."$defs $Read $Write Readable Writable WithRequired OneOf components operations paths".split(
    " ",
  ),
  ..."webhooks external z keywords schemas routes head securitySchemes component".split(" "),
  ..."Array Blob Exclude Extract Number Object Omit Pick Record RegExp Set String".split(" "),
  ..."any unknown never object string number bigint boolean symbol void undefined null".split(" "),
  ..."true false NaN Infinity globalThis arguments eval await async let static yield".split(" "),
  ..."abstract as asserts break case catch class const continue debugger declare".split(" "),
  ..."default delete do else enum export extends finally for from function get if".split(" "),
  ..."implements import in infer instanceof interface intrinsic is keyof module".split(" "),
  ..."namespace new of package private protected public readonly require return".split(" "),
  ..."satisfies set super switch this throw try type typeof unique using var while".split(" "),
  ..."with".split(" "),
]);

/** Whether generated code can use a name. */
export function isUsableName(name: string): boolean {
  return identifier.test(name) && !reserved.has(name);
}

/**
 * An identifier for every schema name: the name itself if it is an identifier, else one made from
 * its words (`foo.bar-baz` is `FooBarBaz`, `200` is `Schema200`, `Record` is `RecordSchema`).
 *
 * A name that is an identifier always stays. The other names follow the order of the document: the
 * first one gets its identifier, and later ones get a number.
 */
export function identifiersOf(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names.filter(isUsableName));
  return new Map(
    names.map((name) => {
      if (isUsableName(name)) return [name, name];
      const base = derivedName(name);
      let unique = base;
      for (let count = 2; taken.has(unique); count++) unique = `${base}${count}`;
      taken.add(unique);
      return [name, unique];
    }),
  );
}

function derivedName(name: string): string {
  if (reserved.has(name)) return `${name}Schema`;
  const words = name.split(/[^\p{ID_Continue}$]+/u).filter((word) => word !== "");
  const joined = words.map(capitalised).join("");
  const made = identifier.test(joined) ? joined : `Schema${joined}`;
  return reserved.has(made) ? `${made}Schema` : made;
}

/** A member name of an object literal or type, quoted only if necessary. */
export function memberName(name: string): string {
  return plainIdentifier.test(name) ? name : JSON.stringify(name);
}

/** `trace` is `Trace`, `open-inference` is `OpenInference`. */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalised).join("");
}

/** `Training jobs` is `trainingJobs`, `list-users` is `listUsers`, `createChat` stays as it is. */
export function camelCase(name: string): string {
  const [first = "", ...others] = wordsOf(name);
  // A leading abbreviation becomes lower case as a whole: `URLs` is `urls`, `HTTPServer` is
  // `httpServer`.
  const head = first.replace(
    /^[A-Z]+s?$|^[A-Z]+(?![a-z])|^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/,
    (capitals) => capitals.toLowerCase(),
  );
  return [head, ...others.map(capitalised)].join("");
}

function wordsOf(name: string): readonly string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

function capitalised(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
