/**
 * The parts of an OpenAPI 3.1 document that the transforms read. The types are no stricter than
 * needed: the code that uses a value checks it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** `{ $ref }`, with annotations beside it. */
export interface ReferenceObject {
  readonly $ref: string;
  readonly [sibling: string]: unknown;
}

/** A record of named values, in the order of the document. */
export type Named<Value> = Readonly<Record<string, Value>>;

/** A schema with keywords; `true` and `false` are schemas too. */
export interface SchemaKeywords {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly properties?: Named<SchemaObject>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaObject;
  readonly propertyNames?: SchemaObject;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: SchemaObject;
  readonly prefixItems?: readonly SchemaObject[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly anyOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  readonly allOf?: readonly SchemaObject[];
  readonly discriminator?: DiscriminatorObject;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly [keyword: string]: unknown;
}

/** A schema of JSON Schema 2020-12 as OpenAPI 3.1 uses it. */
export type SchemaObject = boolean | SchemaKeywords;

/** The member that tells the branches of a `oneOf` apart. */
export interface DiscriminatorObject {
  readonly propertyName: string;
  readonly mapping?: Named<string>;
}

/** A path, query, header or cookie parameter. */
export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: SchemaObject;
  readonly style?: string;
  readonly explode?: boolean;
  readonly [field: string]: unknown;
}

/** The encoding of one part of a multipart body. */
export interface EncodingObject {
  readonly contentType?: string;
  readonly [field: string]: unknown;
}

/** The content of one media type. */
export interface MediaTypeObject {
  readonly schema?: SchemaObject;
  readonly encoding?: Named<EncodingObject>;
  readonly [field: string]: unknown;
}

/** A request body by media type. */
export interface RequestBodyObject {
  readonly required?: boolean;
  readonly content: Named<MediaTypeObject>;
  readonly [field: string]: unknown;
}

/** The response for one status. */
export interface ResponseObject {
  readonly description: string;
  readonly content?: Named<MediaTypeObject>;
  readonly headers?: Named<JsonObject | ReferenceObject>;
  readonly [field: string]: unknown;
}

/** One operation of a path. */
export interface OperationObject {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly requestBody?: RequestBodyObject | ReferenceObject;
  readonly responses?: Named<ResponseObject | ReferenceObject>;
  readonly [field: string]: unknown;
}

/** The operations of one path, by method. */
export interface PathItemObject {
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly [methodOrField: string]: unknown;
}

/** All components that a reference can lead to. */
export interface ComponentsObject {
  readonly schemas?: Named<SchemaObject>;
  readonly securitySchemes?: Named<JsonObject>;
  readonly [kind: string]: unknown;
}

/** A whole, bundled document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly paths: Named<PathItemObject>;
  readonly components?: ComponentsObject;
  readonly tags?: readonly JsonObject[];
  readonly [field: string]: unknown;
}
