/** The part of the schema about artifacts, and what an upload asks about the run that it belongs to. */
export const artifactSchemaText = /* GraphQL */ `
  extend type Query {
    "Null if there is none, or if the key may not see it."
    artifact(id: ID!): Artifact
  }

  extend type Mutation {
    "Answers as if it kept a run. This server keeps the project alone."
    upsertBucket(input: UpsertBucketInput!): UpsertBucketPayload
    "This server keeps no files of runs, so it gives no addresses for them."
    createRunFiles(input: CreateRunFilesInput!): CreateRunFilesPayload
    createArtifact(input: CreateArtifactInput!): CreateArtifactPayload
    createArtifactManifest(input: CreateArtifactManifestInput!): ArtifactManifestPayload
    updateArtifactManifest(input: UpdateArtifactManifestInput!): ArtifactManifestPayload
    createArtifactFiles(input: CreateArtifactFilesInput!): CreateArtifactFilesPayload
    commitArtifact(input: CommitArtifactInput!): ArtifactPayload
    "Answers with the artifact. This server keeps no record of who used it."
    useArtifact(input: UseArtifactInput!): ArtifactPayload
  }

  extend type Project {
    entity: Entity!
    "This server keeps no runs: always null."
    bucket(name: String!, missingOk: Boolean): Run
    "By name and version or alias; the newest without."
    artifact(name: String!, enableTracking: Boolean): Artifact
  }

  type Run {
    id: ID!
    name: String!
    displayName: String
    description: String
    notes: String
    config: JSONString
    summaryMetrics: JSONString
    wandbConfig(keys: [String!]): JSONString
    sweepName: String
    tags: [String!]
    project: Project
    historyLineCount: Int
    logLineCount: Int
    eventsLineCount: Int
    historyTail: JSONString
    eventsTail: JSONString
    stopped: Boolean
  }

  input UpsertBucketInput {
    id: String
    name: String
    groupName: String
    modelName: String
    entityName: String
    description: String
    displayName: String
    notes: String
    config: JSONString
    commit: String
    host: String
    debug: Boolean
    jobProgram: String
    jobRepo: String
    jobType: String
    state: String
    sweep: String
    tags: [String!]
    summaryMetrics: JSONString
  }

  type UpsertBucketPayload {
    bucket: Run!
    inserted: Boolean!
  }

  input CreateRunFilesInput {
    entityName: String!
    projectName: String!
    runName: String!
    files: [String!]!
  }

  type CreateRunFilesPayload {
    runID: ID!
    uploadHeaders: [String!]!
    files: [File!]!
  }

  type Artifact {
    id: ID!
    artifactSequence: ArtifactSequence!
    versionIndex: Int
    artifactType: ArtifactType!
    description: String
    metadata: JSONString
    ttlDurationSeconds: Int
    ttlIsInherited: Boolean!
    tags: [Tag!]!
    historyStep: Int
    state: ArtifactState!
    size: Float!
    digest: String!
    commitHash: String
    fileCount: Int!
    createdAt: String!
    updatedAt: String
    aliases: [ArtifactAlias!]!
    currentManifest: ArtifactManifest
    files(after: String, first: Int): FileConnection!
  }

  enum ArtifactState {
    PENDING
    COMMITTED
  }

  enum ArtifactDigestAlgorithm {
    MANIFEST_MD5
  }

  enum ArtifactManifestType {
    FULL
    PATCH
    INCREMENTAL
  }

  enum ArtifactStorageLayout {
    V1
    V2
  }

  type ArtifactType {
    name: String!
  }

  interface ArtifactCollection {
    name: String!
    project: Project
  }

  type ArtifactSequence implements ArtifactCollection {
    name: String!
    project: Project
    latestArtifact: Artifact
  }

  type ArtifactAlias {
    id: ID!
    alias: String!
    artifactCollection: ArtifactCollection!
  }

  type Tag {
    id: ID!
    name: String!
  }

  type ArtifactManifest {
    id: ID!
    file: File
  }

  type File {
    id: ID
    name: String
    directUrl: String
    storagePath: String
    uploadUrl: String
    uploadHeaders: [String!]
    "Files are sent whole: always null."
    uploadMultipartUrls: UploadMultipartUrls
    artifact: ArtifactReference
  }

  type ArtifactReference {
    id: ID!
  }

  type UploadMultipartUrls {
    uploadID: ID!
    uploadUrlParts: [UploadUrlPart!]!
  }

  type UploadUrlPart {
    partNumber: Int!
    uploadUrl: String!
  }

  type FileConnection {
    pageInfo: PageInfo!
    edges: [FileEdge!]!
  }

  type FileEdge {
    node: File!
  }

  input ArtifactAliasInput {
    artifactCollectionName: String
    alias: String!
  }

  input TagInput {
    tagName: String!
  }

  "The server stores what names and describes the artifact, and ignores the other fields."
  input CreateArtifactInput {
    entityName: String!
    projectName: String!
    runName: String
    artifactTypeName: String!
    artifactCollectionName: String
    artifactCollectionNames: [String!]
    description: String
    digest: String!
    digestAlgorithm: ArtifactDigestAlgorithm!
    metadata: JSONString
    labels: JSONString
    aliases: [ArtifactAliasInput!]
    tags: [TagInput!]
    enableDigestDeduplication: Boolean
    distributedID: String
    clientID: ID
    sequenceClientID: ID
    historyStep: Int
    ttlDurationSeconds: Int
    storageRegion: String
    clientMutationId: String
  }

  type CreateArtifactPayload {
    artifact: Artifact!
  }

  type ArtifactPayload {
    artifact: Artifact!
  }

  input CreateArtifactManifestInput {
    artifactID: ID!
    baseArtifactID: ID
    name: String!
    digest: String!
    entityName: String
    projectName: String
    runName: String
    type: ArtifactManifestType
  }

  input UpdateArtifactManifestInput {
    artifactManifestID: ID!
    digest: String
    baseArtifactID: ID
  }

  type ArtifactManifestPayload {
    artifactManifest: ArtifactManifest!
  }

  input UploadPartsInput {
    partNumber: Int!
    hexMD5: String!
  }

  input CreateArtifactFileSpecInput {
    artifactID: ID!
    name: String!
    "In base64."
    md5: String!
    mimetype: String
    artifactManifestID: ID
    uploadPartsInput: [UploadPartsInput!]
  }

  input CreateArtifactFilesInput {
    artifactFiles: [CreateArtifactFileSpecInput!]!
    storageLayout: ArtifactStorageLayout
  }

  type CreateArtifactFilesPayload {
    files: FileConnection!
  }

  input CommitArtifactInput {
    artifactID: ID!
  }

  input UseArtifactInput {
    entityName: String
    projectName: String
    runName: String
    artifactID: ID!
    artifactEntityName: String
    artifactProjectName: String
    usedAs: String
    clientMutationId: String
  }
`;
