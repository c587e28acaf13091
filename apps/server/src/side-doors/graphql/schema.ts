/**
 * What SDKs ask the account service they come with, before they trace anything, and what the
 * `wandb` library asks about accounts and projects; nothing of its runs, sweeps and artifacts.
 */
export const schemaText = /* GraphQL */ `
  "JSON as text."
  scalar JSONString
  scalar JSON

  type Query {
    "The user of the key; null without one."
    viewer: User
    "Null where there is none, or none that the key may see."
    project(name: String, entityName: String): Project
    model(name: String, entityName: String): Project
    "The projects of the key's entity, by name."
    models(entityName: String, after: String, first: Int): ProjectConnection
    entity(name: String!): Entity
    "Of all users, only the one of the key is known."
    users(ids: [ID!], query: String, first: Int): UserConnection!
    serverInfo: ServerInfo!
    "Registries are not kept here: always null."
    artifact(id: ID!): Artifact
  }

  type Mutation {
    "Makes the project where it is missing."
    upsertModel(input: UpsertModelInput!): UpsertModelPayload
  }

  "Of a project, its name is kept; the rest is taken, and not kept."
  input UpsertModelInput {
    id: String
    name: String
    entityName: String
    description: String
    repo: String
    framework: String
    access: String
    views: JSONString
  }

  type UpsertModelPayload {
    model: Project!
    project: Project!
    inserted: Boolean!
  }

  type User {
    id: ID!
    username: String!
    name: String!
    email: String
    admin: Boolean!
    flags: JSONString
    entity: String!
    defaultEntity: Entity!
    deletedAt: String
    "Keys are not shown: always empty."
    apiKeys: ApiKeyConnection!
    teams(first: Int): EntityConnection!
  }

  type ApiKey {
    id: ID!
    name: String
    description: String
  }

  type Entity {
    id: ID!
    name: String!
    readOnly: Boolean!
  }

  type Project {
    id: ID!
    name: String!
    entityName: String!
    description: String
    createdAt: String!
    readOnly: Boolean!
    isBenchmark: Boolean!
    repo: String
    dockerImage: String
    access: String
    views: JSONString
    "Who made it is not kept: always null."
    user: User
    artifact(name: String!): Artifact
  }

  type Artifact {
    id: ID!
    currentManifest: ArtifactManifest
  }

  type ArtifactManifest {
    id: ID!
    file: ManifestFile
  }

  type ManifestFile {
    directUrl: String!
  }

  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
  }

  type ProjectConnection {
    edges: [ProjectEdge!]!
    pageInfo: PageInfo!
  }

  type ProjectEdge {
    cursor: String!
    node: Project!
  }

  type ApiKeyConnection {
    edges: [ApiKeyEdge!]!
  }

  type ApiKeyEdge {
    node: ApiKey!
  }

  type EntityConnection {
    edges: [EntityEdge!]!
  }

  type EntityEdge {
    node: Entity!
  }

  type UserConnection {
    edges: [UserEdge!]!
  }

  type UserEdge {
    node: User!
  }

  type ServerInfo {
    "Where links lead."
    frontendHost: String!
    "Which versions of SDKs there are is not known here: always empty."
    cliVersionInfo: JSON
    "None of the optional ones."
    features: [Feature!]!
  }

  type Feature {
    name: String!
    isEnabled: Boolean!
  }
`;
