import type { OperationSpec } from "../operation.ts";
import { pointerSegments, visitPointer } from "./pointer.ts";

/** What of a request can name a project, as far as it has been read. */
export interface ProjectSource {
  readonly body?: unknown;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The text parts of a multipart body. */
  readonly parts?: Readonly<Record<string, unknown>>;
}

/** The project that a ref URI belongs to, as `authorise` is to get it; `undefined` for no ref. */
export type ProjectOfRef = (ref: string) => string | undefined;

type Collect = (source: ProjectSource, found: Set<string>) => void;

/** Finds the projects of a request where `x-project` says that they stand. */
export class ProjectFinder {
  /** Names of the multipart parts that name projects. */
  readonly parts: readonly string[];
  /** Whether the path or the query names projects, so that they are known before the body is read. */
  readonly isInAddress: boolean;
  readonly #collectors: readonly Collect[];

  constructor(operation: OperationSpec, projectOfRef: ProjectOfRef) {
    this.parts = operation.projects
      .filter((where) => where.startsWith("part:"))
      .map((where) => pointerSegments(where.slice("part:".length)).join("/"));
    this.isInAddress = operation.projects.some((where) => /^(?:path$|query:)/.test(where));
    this.#collectors = operation.projects.map((where) => collector(where, projectOfRef));
  }

  /** Each project once, of what is given. Members that are absent or null name none; the schema says which must be. */
  find(source: ProjectSource): readonly string[] {
    if (this.#collectors.length === 0) return [];
    const found = new Set<string>();
    for (const collect of this.#collectors) collect(source, found);
    return [...found];
  }
}

function collector(where: string, projectOfRef: ProjectOfRef): Collect {
  if (where === "path") {
    return ({ path }, found) => {
      if (path) found.add(`${String(path.entity)}/${String(path.project)}`);
    };
  }
  const [, kind = "body", pointer = ""] = /^(?:(query|part|ref):)?(\/.*)$/.exec(where) ?? [];
  const segments = pointerSegments(pointer);
  const from = sources[kind as keyof typeof sources];
  return (source, found) =>
    visitPointer(from(source), segments, (value) => {
      if (typeof value !== "string") return;
      const project = kind === "ref" ? projectOfRef(value) : value;
      if (project !== undefined) found.add(project);
    });
}

const sources = {
  body: (source: ProjectSource): unknown => source.body,
  ref: (source: ProjectSource): unknown => source.body,
  query: (source: ProjectSource): unknown => source.query,
  part: (source: ProjectSource): unknown => source.parts,
};
