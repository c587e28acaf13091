import {
  buildSchema,
  execute,
  GraphQLError,
  parse,
  validate,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLSchema,
} from "graphql";
import { z } from "zod";
import { requestBounds } from "../../config/request-bounds.ts";
import { hasLeft } from "../../http/errors.ts";
import type { ArtifactDoor } from "./artifacts/artifact-fields.ts";
import { artifactSchemaText } from "./artifacts/artifact-schema.ts";
import { assertAffordable } from "./document-cost.ts";
import { rootOf, type Asker, type Directory } from "./resolvers.ts";
import { schemaText } from "./schema.ts";

/** The body of a request. */
const GraphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/**
 * Far more than the longest document of an SDK (about 120 tokens), far fewer than would take long.
 */
export const maxTokens: number = requestBounds.graphqlTokens.limit;

/** Enough errors to correct a document. Each costs a search for similar names. */
const maxProblems = 5;

/**
 * Answers documents over the small schema that unmodified SDKs need to start. The cost of a
 * document is checked before it is executed: its length, its tokens, the fields of its answer.
 */
export class Graphql {
  readonly #schema: GraphQLSchema = buildSchema(schemaText + artifactSchemaText);
  readonly #directory: Directory;
  readonly #door: ArtifactDoor | undefined;
  /** Gets internal errors; the client does not see them. */
  readonly #onError: (error: unknown) => void;

  constructor(directory: Directory, onError: (error: unknown) => void, door?: ArtifactDoor) {
    this.#door = door;
    this.#directory = directory;
    this.#onError = onError;
  }

  /** The answer to a request's JSON text. Everything wrong with the request is in `errors`. */
  async answer(text: string, asker: Asker): Promise<FormattedExecutionResult> {
    try {
      const { query, variables, operationName } = readRequest(text);
      const document = parse(query, { maxTokens });
      const problems = validate(this.#schema, document, undefined, { maxErrors: maxProblems });
      if (problems.length > 0) return { errors: problems.map((problem) => problem.toJSON()) };
      assertAffordable(document);
      return this.#formatted(
        await execute({
          schema: this.#schema,
          document: document,
          rootValue: rootOf(this.#directory, asker, this.#door),
          variableValues: variables,
          // Programs in Go send an empty name instead of none.
          operationName: operationName || undefined,
        }),
      );
    } catch (error) {
      return { errors: [this.#presentable(error).toJSON()] };
    }
  }

  #formatted({ data, errors }: ExecutionResult): FormattedExecutionResult {
    if (!errors) return { data: data ?? null };
    return { data: data ?? null, errors: errors.map((error) => this.#presentable(error).toJSON()) };
  }

  /**
   * The client sees errors of its document and errors meant for clients, but no internal errors.
   */
  #presentable(error: unknown): GraphQLError {
    const cause = error instanceof GraphQLError ? error.originalError : error;
    if (error instanceof GraphQLError && (!cause || cause instanceof GraphQLError)) return error;
    if (!hasLeft(cause)) this.#onError(cause);
    return new GraphQLError("Internal server error");
  }
}

function readRequest(text: string): z.infer<typeof GraphqlRequest> {
  const wanted = 'Send {"query": "a GraphQL document", "variables": {}}.';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new GraphQLError(`The body is not JSON. ${wanted}`);
  }
  const request = GraphqlRequest.safeParse(body);
  if (!request.success) throw new GraphQLError(`The body is not a GraphQL request. ${wanted}`);
  return request.data;
}
