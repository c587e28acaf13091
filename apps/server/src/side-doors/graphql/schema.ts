/**
 * The part of the account service's schema that SDKs use before they trace, and that the `wandb`
 * library uses for accounts and projects. Artifacts are in `artifact-schema.ts`; it has no runs and sweeps.
 */
export const schemaText = /* GraphQL */ `
  "JSON as text."
  scalar JSONString
  scalar JSON

  type Query {
    "The user of the key; null without a key."
    viewer: User
    "Null if there is no such project, or if the key may not see it."
    project(name: String, entityName: String): Project
    model(name: String, entityName: String): Project
    "The projects of the key's entity, by name."
    models(entityName: String, after: String, first: Int): ProjectConnection
    entity(name: String!): Entity
    "Only the user of the key is known."
    users(ids: [ID!], query: String, first: Int): UserConnection!
    serverInfo: ServerInfo!
  }

  type Mutation {
    "Creates the project if it does not exist."
    upsertModel(input: UpsertModelInput!): UpsertModelPayload
  }

  "The server stores the name of a project and ignores the other fields."
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
    "This server never shows keys: always empty."
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
    "The server does not store who created it: always null."
    user: User
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
    "The address at which links begin."
    frontendHost: String!
    "This server does not know the versions of SDKs: always empty."
    cliVersionInfo: JSON
    "This server has no optional features."
    features: [Feature!]!
  }

  type Feature {
    name: String!
    isEnabled: Boolean!
  }
`;
