/** What one request may ask for. */
interface Bound {
  readonly limit: number;
  /** What the limit counts, for `docs/configuration.md`. */
  readonly says: string;
}

/** The bounds, by what they count. */
type BoundName =
  | "listEntries"
  | "queryOperands"
  | "queryDepth"
  | "queryBytes"
  | "queryValueBytes"
  | "queryLiteralBytes"
  | "conditionCharacters"
  | "pathCharacters"
  | "pathSteps"
  | "pathIndexes"
  | "sortTerms"
  | "expandColumns"
  | "expandedBytes"
  | "searchedFields"
  | "searchedRefs"
  | "followedRefs"
  | "searchedBytes"
  | "searchedQueryBytes"
  | "joinedFeedbackTypes"
  | "listedCalls"
  | "listedVersions"
  | "answerBytes"
  | "storeAnswerBytes"
  | "sortedBytes"
  | "listedLabels"
  | "deletedCalls"
  | "metrics"
  | "percentiles"
  | "checkpointMetrics"
  | "metricNameCharacters"
  | "trajectoryGroups"
  | "artifactFiles"
  | "artifactPathCharacters"
  | "artifactMetadataCharacters"
  | "artifactManifestBytes"
  | "unfinishedJobs"
  | "trainingDataBytes"
  | "trainingLineBytes"
  | "timeBuckets"
  | "bucketSeconds"
  | "statsNumbers"
  | "usageCalls"
  | "usageEntries"
  | "deletedVersions"
  | "payloadBytes"
  | "feedbackCharacters"
  | "listedFeedback"
  | "feedbackFields"
  | "feedbackSpanDays"
  | "feedbackGroups"
  | "payloadPaths"
  | "annotationSchemaCharacters"
  | "annotationCheckMs"
  | "annotationBatchMs"
  | "valueBytes"
  | "valueDepth"
  | "nestedTextMembers"
  | "nestedTextCharacters"
  | "tableMoves"
  | "refCharacters"
  | "refCrossings"
  | "projectCharacters"
  | "objectIdCharacters"
  | "tagCharacters"
  | "aliasCharacters"
  | "builtinParts"
  | "graphqlBytes"
  | "graphqlTokens"
  | "graphqlRootFields"
  | "graphqlFields"
  | "graphqlPage";

const mebibyte = 1024 * 1024;

/**
 * The bounds of a request that no setting changes: the one table of them, for the code and for
 * `docs/configuration.md`. A request over a bound is refused with a message that names the bound.
 */
export const requestBounds: Readonly<Record<BoundName, Bound>> = {
  listEntries: {
    limit: 1_000,
    says: "Entries of one list of ids, names, digests or refs; operands of one operator of a query.",
  },
  queryOperands: { limit: 4_000, says: "Operands of a query in all." },
  queryDepth: { limit: 50, says: "Levels of operands within operands of a query." },
  queryBytes: { limit: 4 * mebibyte, says: "Bytes of a query, as the trace store receives it." },
  queryValueBytes: { limit: 120 * 1024, says: "Bytes of one text or one list in a query." },
  queryLiteralBytes: {
    limit: mebibyte,
    says: "Bytes of all literals of a query; a character that needs an escape counts as 8.",
  },
  conditionCharacters: {
    limit: 128 * 1024,
    says: "Characters of a query's condition, in the language of the trace store.",
  },
  pathCharacters: { limit: 1_024, says: "Characters of a path into a payload." },
  pathSteps: { limit: 100, says: "Steps of a path into a payload." },
  pathIndexes: { limit: 4, says: "Steps of a path into a payload that are numbers." },
  sortTerms: { limit: 20, says: "Terms of `sort_by`." },
  expandColumns: { limit: 100, says: "Paths in `expand_columns`." },
  expandedBytes: {
    limit: 32 * mebibyte,
    says: "Bytes of values that `expand_columns` puts into one call; further refs stay refs.",
  },
  searchedFields: {
    limit: 20,
    says: "Fields of a query and its order that lead through `expand_columns`.",
  },
  searchedRefs: { limit: 10_000, says: "Different refs that a query or an order looks behind." },
  followedRefs: {
    limit: 200_000,
    says: "Refs that the fields of a query and its order follow in all, each level for itself.",
  },
  searchedBytes: {
    limit: 64 * mebibyte,
    says: "Bytes of the values behind refs that a query compares or sorts by.",
  },
  searchedQueryBytes: {
    limit: 2 * mebibyte,
    says: "Bytes of those values that the trace store receives with the query.",
  },
  joinedFeedbackTypes: {
    limit: 20,
    says: "Types of feedback that a query of calls and its order name.",
  },
  listedCalls: { limit: 10_000, says: "Calls in one answer that is no stream." },
  listedVersions: {
    limit: 100_000,
    says: "Versions of objects in one answer, and in the deletion of a whole object.",
  },
  listedLabels: { limit: 100_000, says: "Tags in one answer, and aliases in one answer." },
  answerBytes: {
    limit: 256 * mebibyte,
    says: "Bytes of objects, of rows, of values behind refs or of a trajectory in one answer.",
  },
  storeAnswerBytes: {
    limit: 64 * mebibyte,
    says: "Bytes that one read of the trace store may return at once.",
  },
  sortedBytes: { limit: 64 * mebibyte, says: "Bytes of sort keys of the rows of a table." },
  deletedCalls: { limit: 100_000, says: "Calls that one deletion looks through for descendants." },
  metrics: { limit: 100, says: "Metrics of one list in a question for statistics." },
  percentiles: { limit: 20, says: "Percentiles of one metric." },
  checkpointMetrics: { limit: 1_000, says: "Metrics of a checkpoint of a trained model." },
  metricNameCharacters: {
    limit: 500,
    says: "Characters of the name of such a metric, with its split.",
  },
  trajectoryGroups: {
    limit: 50_000,
    says: "Groups of trajectories that one request logs or sends with a job.",
  },
  artifactFiles: { limit: 10_000, says: "Files of an artifact." },
  artifactPathCharacters: {
    limit: 1_024,
    says: "Characters of the path of a file in an artifact.",
  },
  artifactManifestBytes: { limit: 16 * mebibyte, says: "Bytes of the manifest of an artifact." },
  artifactMetadataCharacters: { limit: mebibyte, says: "Characters of an artifact's metadata." },
  unfinishedJobs: { limit: 1_000, says: "Training jobs of one model that wait or run." },
  trainingDataBytes: {
    limit: 64 * 1024 ** 2,
    says: "Bytes of the examples of one training job, unpacked.",
  },
  trainingLineBytes: { limit: 4 * 1024 ** 2, says: "Bytes of one line of such examples." },
  timeBuckets: { limit: 10_000, says: "Buckets of time, but for those that a changed clock adds." },
  bucketSeconds: { limit: 4_294_967_295, says: "Seconds of a bucket of time." },
  statsNumbers: { limit: 500_000, says: "Numbers in one answer of statistics." },
  usageCalls: {
    limit: 100_000,
    says: "Calls whose usage one answer, or one trace in it, sums up.",
  },
  usageEntries: {
    limit: 100_000,
    says: "Pairs of a call and a model in the usage of these calls.",
  },
  deletedVersions: { limit: 100, says: "Versions of an object that one deletion names." },
  payloadBytes: {
    limit: 3_670_016,
    says: "Bytes of inputs, output, attributes and summary of a call.",
  },
  feedbackCharacters: { limit: mebibyte, says: "Characters of the payload of feedback." },
  listedFeedback: { limit: 100_000, says: "Pieces of feedback in one answer." },
  feedbackFields: { limit: 1_000, says: "Entries of `fields` in a query of feedback." },
  feedbackSpanDays: { limit: 31, says: "Days of statistics and of payload schemas of feedback." },
  feedbackGroups: { limit: 50_000, says: "Groups of an aggregate of feedback." },
  payloadPaths: { limit: 10_000, says: "Paths in a payload schema of feedback." },
  annotationSchemaCharacters: {
    limit: 256 * 1024,
    says: "Characters of the `field_schema` that annotations are checked against.",
  },
  annotationCheckMs: {
    limit: 2_000,
    says: "Milliseconds of one check of an annotation against its `field_schema`.",
  },
  annotationBatchMs: {
    limit: 20_000,
    says: "Milliseconds of all checks of annotations in one request.",
  },
  valueBytes: { limit: 32 * mebibyte, says: "Bytes of one object or of one row, as stored." },
  valueDepth: { limit: 200, says: "Levels of arrays and objects in a stored value." },
  nestedTextMembers: {
    limit: 1_000_000,
    says: "Members of one JSON text inside a string of a value that holds refs.",
  },
  nestedTextCharacters: {
    limit: 64 * mebibyte,
    says: "Characters of all JSON texts inside strings of one value, as stored.",
  },
  tableMoves: { limit: 10_000, says: "Pops and inserts in one update of a table." },
  refCharacters: { limit: 64 * 1024, says: "Characters of a ref." },
  refCrossings: { limit: 100, says: "Refs that one ref leads through." },
  projectCharacters: { limit: 128, says: "Characters of an entity's name, and of a project's." },
  objectIdCharacters: { limit: 128, says: "Characters of an object's name." },
  tagCharacters: { limit: 256, says: "Characters of a tag." },
  aliasCharacters: { limit: 128, says: "Characters of an alias." },
  builtinParts: { limit: 100_000, says: "Values within an object of a built-in class." },
  graphqlBytes: { limit: 64 * 1024, says: "Bytes of a request to `/graphql`." },
  graphqlTokens: { limit: 500, says: "Tokens of a GraphQL document." },
  graphqlRootFields: { limit: 20, says: "Root fields of a GraphQL document." },
  graphqlFields: { limit: 5_000, says: "Fields in a GraphQL answer." },
  graphqlPage: { limit: 50, says: "Projects on one page of a GraphQL answer." },
};

/** The message for a list with too many entries; undefined for a list that is short enough. */
export function tooManyEntries(member: string, count: number): string | undefined {
  const { limit } = requestBounds.listEntries;
  if (count <= limit) return undefined;
  return `${member} has ${count} entries; the limit is ${limit}. Split the list.`;
}
