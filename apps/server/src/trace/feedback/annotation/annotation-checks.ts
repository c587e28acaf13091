import type { Project } from "../../../access/project-id.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput, Missing } from "../../../refusals/refusal.ts";
import { JsonPlaces } from "../../json-text/json-places.ts";
import { classesOf } from "../../objects/object.ts";
import { contentKey, type Objects } from "../../objects/objects.ts";
import type { ObjectRef } from "../../refs/ref.ts";
import type { SchemaChecks } from "./schema-checks.ts";

/** An annotation, and the AnnotationSpec that its value must follow. */
export interface Annotation {
  /** The project of the annotation. */
  readonly project: Project;
  readonly spec: ObjectRef;
  /** The payload as stored; its member `value` is checked. */
  readonly payload: string;
}

const maxBatchMs = requestBounds.annotationBatchMs.limit;

/** Checks annotations against the specs that they name. */
export class AnnotationChecks {
  readonly #objects: Pick<Objects, "contents">;
  readonly #schemas: SchemaChecks;

  constructor(objects: Pick<Objects, "contents">, schemas: SchemaChecks) {
    this.#objects = objects;
    this.#schemas = schemas;
  }

  /**
   * Checks annotations one by one. `entity` is the sender's.
   *
   * @throws Missing for a spec that does not exist, InvalidInput for one that was deleted or is no
   * AnnotationSpec, and for a value that breaks its schema.
   */
  async check(
    annotations: readonly Annotation[],
    entity: string,
    signal: AbortSignal,
  ): Promise<void> {
    const schemas = await this.#schemasOf(annotations, signal);
    let left = maxBatchMs;
    for (const { spec, payload } of annotations) {
      const schema = schemas.get(specKey(spec));
      // An empty schema, the default of the class, allows every value.
      if (schema === undefined || schema === "{}" || schema === "true") continue;
      const { value } = JSON.parse(payload) as { readonly value: unknown };
      const question = { name: spec.name, schema, value: JSON.stringify(value) };
      const begunAt = performance.now();
      await this.#schemas.check(question, entity, signal);
      left -= performance.now() - begunAt;
      if (left >= 0) continue;
      throw new InvalidInput(
        `The checks of these annotations took more than the limit of ${maxBatchMs} ms. ` +
          "Send fewer at once.",
      );
    }
  }

  /** The texts of the schemas by spec; undefined for a spec without one. */
  async #schemasOf(
    annotations: readonly Annotation[],
    signal: AbortSignal,
  ): Promise<Map<string, string | undefined>> {
    const specs = new Map<string, ObjectRef>();
    for (const { project, spec } of annotations) {
      checkPlace(project, spec);
      specs.set(specKey(spec), spec);
    }
    const schemas = new Map<string, string | undefined>();
    for (const [key, { project, name, version }] of specs) {
      const place = { object_id: name, digest: version };
      const found = await this.#objects.contents(project.id, [place], signal);
      const content = found.get(contentKey(place));
      if (!content) throw new Missing(`Object ${name}:${version.slice(0, 100)} not found`);
      schemas.set(key, schemaOf(name, content.text));
    }
    return schemas;
  }
}

function checkPlace(project: Project, { project: own, name, extra }: ObjectRef): void {
  if (own.id !== project.id) {
    throw new InvalidInput(
      `annotation_ref names an object of ${own.name}, but the feedback is of ${project.name}.`,
    );
  }
  if (extra.length === 0) return;
  throw new InvalidInput(
    `annotation_ref leads to a value inside of ${name}. Send the ref of the object itself.`,
  );
}

/** The schema of a spec, given as the text of its object; undefined if it was deleted. */
function schemaOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) throw new InvalidInput(`The AnnotationSpec ${name} was deleted.`);
  const places = new JsonPlaces(text);
  if (classesOf(places)?.leaf !== "AnnotationSpec") {
    throw new InvalidInput(`The object ${name} of annotation_ref is no AnnotationSpec.`);
  }
  const schema = places.member(places.root, "field_schema");
  return schema === undefined ? undefined : places.textOf(schema);
}

function specKey({ project, name, version }: ObjectRef): string {
  return `${project.id}/${name}:${version}`;
}
