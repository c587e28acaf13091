/**
 * What SDKs ask the account service they come with, before they trace anything
 * (and what the classic `wandb` library asks at login); nothing else.
 */
export const schemaText = /* GraphQL */ `
  type Query {
    "The user of the key; null without one."
    viewer: User
    "Null where there is none, or none that the key may see."
    project(name: String!, entityName: String): Project
    model(name: String!, entityName: String): Project
    entity(name: String!): Entity
    users(ids: [ID!], first: Int): UserConnection!
    serverInfo: ServerInfo!
    "Registries are not kept here: always null."
    artifact(id: ID!): Artifact
  }

  type Mutation {
    "Makes the project where it is missing."
    upsertModel(input: UpsertModelInput!): UpsertModelPayload
  }

  input UpsertModelInput {
    id: String
    name: String
    entityName: String
    description: String
    repo: String
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
    flags: String
    entity: String!
    defaultEntity: Entity!
    teams(first: Int): EntityConnection!
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
    cliVersionInfo: String
  }
`;
