import type { SdkDocument } from "./sdk-document.ts";

const createdAt = "2026-03-14T09:26:53.589Z";
const teams = { edges: [{ node: { name: "acme" } }] };
const ada = { id: "ada", entity: "acme", username: "ada" };

const viewerWithFlags = "id entity username flags teams { edges { node { name } } }";

const userFragment = `fragment UserFragment on User {
  id name username email admin flags entity deletedAt
  apiKeys { edges { node { ...ApiKeyFragment } } }
  teams { edges { node { name } } }
}
fragment ApiKeyFragment on ApiKey { id name description }`;

const projectFragment = `fragment ProjectFragment on Project {
  __typename id name entityName createdAt isBenchmark user { ...UserFragment }
}
${userFragment}`;

const wholeUser = {
  ...ada,
  name: "ada",
  email: null,
  admin: false,
  flags: "{}",
  deletedAt: null,
  apiKeys: { edges: [] },
  teams,
};

const wholeProject = (name: string): object => ({
  __typename: "Project",
  id: `acme/${name}`,
  name,
  entityName: "acme",
  createdAt,
  isBenchmark: false,
  user: null,
});

/** The documents that wandb 0.17 to 0.31 for Python sends to log in and to manage projects. */
export const wandbDocuments: readonly SdkDocument[] = [
  {
    sentBy: "wandb 0.17 to 0.26: what does the server know",
    query: `query ProbeServerCapabilities {
      QueryType: __type(name: "Query") { ...fieldData }
      MutationType: __type(name: "Mutation") { ...fieldData }
      ServerInfoType: __type(name: "ServerInfo") { ...fieldData }
    }
    fragment fieldData on __Type { fields { name } }`,
    data: {
      MutationType: {
        fields: [
          "upsertModel",
          "upsertBucket",
          "createRunFiles",
          "createArtifact",
          "createArtifactManifest",
          "updateArtifactManifest",
          "createArtifactFiles",
          "commitArtifact",
          "useArtifact",
        ].map((name) => ({ name })),
      },
      ServerInfoType: {
        fields: [{ name: "frontendHost" }, { name: "cliVersionInfo" }, { name: "features" }],
      },
    },
  },
  {
    sentBy: "wandb: who am I, at login",
    query: `query Viewer { viewer { ${viewerWithFlags} email } serverInfo { cliVersionInfo } }`,
    data: {
      viewer: { ...ada, email: null, flags: "{}", teams },
      serverInfo: { cliVersionInfo: {} },
    },
  },
  {
    sentBy: "wandb: what can the server do",
    query: "query ServerFeaturesQuery { serverInfo { features { name isEnabled } } }",
    data: { serverInfo: { features: [] } },
  },
  {
    sentBy: "wandb 0.17 to 0.21: Api().viewer",
    query: `query Viewer {
      viewer { ${viewerWithFlags} email admin apiKeys { edges { node { id name description } } } }
    }`,
    data: {
      viewer: { ...ada, email: null, admin: false, flags: "{}", apiKeys: { edges: [] }, teams },
    },
  },
  {
    sentBy: "wandb 0.26 to 0.31: Api().viewer",
    query: `query GetViewer { viewer { ...UserFragment } } ${userFragment}`,
    data: { viewer: wholeUser },
  },
  {
    sentBy: "wandb 0.31: Api().default_entity",
    query: "query GetDefaultEntity { viewer { id entity } }",
    data: { viewer: { id: "ada", entity: "acme" } },
  },
  {
    sentBy: "wandb: Api().user(…)",
    query: `query SearchUsers($query: String) {
      users(query: $query) { edges { node { ...UserFragment } } }
    } ${userFragment}`,
    variables: { query: "ad" },
    data: { users: { edges: [{ node: wholeUser }] } },
  },
  {
    sentBy: "wandb: Api().project(…)",
    query: `query GetProject($name: String!, $entity: String!) {
      project(name: $name, entityName: $entity) { ...ProjectFragment }
    } ${projectFragment}`,
    variables: { name: "support", entity: "acme" },
    data: { project: wholeProject("support") },
  },
  {
    sentBy: "wandb 0.19: the id of a project",
    query: `query ProjectID($projectName: String!, $entityName: String!) {
      project(name: $projectName, entityName: $entityName) { id }
    }`,
    variables: { projectName: "support", entityName: "acme" },
    data: { project: { id: "acme/support" } },
  },
  {
    sentBy: "wandb: may I write to a project",
    query: `query IsProjectReadOnly($entity: String!, $project: String!) {
      project(entityName: $entity, name: $project) { readOnly }
    }`,
    variables: { entity: "acme", project: "support" },
    data: { project: { readOnly: false } },
  },
  {
    sentBy: "wandb 0.26 to 0.31: Api().projects(…)",
    query: `query GetProjects($entity: String, $cursor: String, $perPage: Int = 50) {
      models(entityName: $entity, after: $cursor, first: $perPage) {
        pageInfo { ...PageInfoFragment }
        edges { node { ...ProjectFragment } }
      }
    }
    fragment PageInfoFragment on PageInfo { __typename endCursor hasNextPage }
    ${projectFragment}`,
    variables: { entity: "acme" },
    data: {
      models: {
        pageInfo: { __typename: "PageInfo", endCursor: "support", hasNextPage: false },
        edges: [{ node: wholeProject("research") }, { node: wholeProject("support") }],
      },
    },
  },
  {
    sentBy: "wandb 0.17 to 0.21: Api().projects(…), a page of one",
    query: `query Projects($entity: String, $cursor: String, $perPage: Int = 50) {
      models(entityName: $entity, after: $cursor, first: $perPage) {
        edges { node { id name entityName createdAt isBenchmark } cursor }
        pageInfo { endCursor hasNextPage }
      }
    }`,
    variables: { entity: "acme", perPage: 1 },
    data: {
      models: {
        edges: [
          {
            node: {
              id: "acme/research",
              name: "research",
              entityName: "acme",
              createdAt,
              isBenchmark: false,
            },
            cursor: "research",
          },
        ],
        pageInfo: { endCursor: "research", hasNextPage: true },
      },
    },
  },
  {
    sentBy: "wandb: which projects are there, on the command line",
    query: `query EntityProjects($entity: String) {
      models(first: 10, entityName: $entity) { edges { node { id name description } } }
    }`,
    data: {
      models: {
        edges: ["research", "support"].map((name) => ({
          node: { id: `acme/${name}`, name, description: null },
        })),
      },
    },
  },
  {
    sentBy: "wandb 0.17 to 0.21: Api().create_project(…)",
    query: `mutation upsertModel(
      $description: String $entityName: String $id: String $name: String $framework: String
      $access: String $views: JSONString
    ) {
      upsertModel(input: {
        description: $description entityName: $entityName id: $id name: $name
        framework: $framework access: $access views: $views
      }) {
        project { id name entityName description access views }
        model { id name entityName description access views }
        inserted
      }
    }`,
    variables: { entityName: "acme", name: "new" },
    data: { upsertModel: { inserted: true } },
  },
  {
    sentBy: "wandb 0.26 to 0.31: Api().create_project(…)",
    query: `mutation CreateProject($input: UpsertModelInput!) {
      result: upsertModel(input: $input) {
        project { ...CreatedProjectFragment }
        model { ...CreatedProjectFragment }
        inserted
      }
    }
    fragment CreatedProjectFragment on Project { id name entityName description access views }`,
    variables: { input: { entityName: "acme", name: "new" } },
    data: {
      result: {
        project: {
          id: "acme/new",
          name: "new",
          entityName: "acme",
          description: null,
          access: null,
          views: null,
        },
        inserted: true,
      },
    },
  },
];
