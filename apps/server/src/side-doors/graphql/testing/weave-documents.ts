import type { SdkDocument } from "./sdk-document.ts";

const support = { name: "support", entityName: "acme" };

/** The documents that weave 0.51 to 0.54 for Python and 0.11 for Node send to start tracing. */
export const weaveDocuments: readonly SdkDocument[] = [
  {
    sentBy: "weave: who am I, and whose are projects without an entity",
    query: "query DefaultEntity { viewer { username defaultEntity { name } } }",
    data: { viewer: { username: "ada", defaultEntity: { name: "acme" } } },
  },
  {
    sentBy: "weave: is the project there",
    query: `query Project($name: String!, $entityName: String!) {
      project(name: $name, entityName: $entityName) { name }
    }`,
    variables: support,
    data: { project: { name: "support" } },
  },
  {
    sentBy: "weave 0.51 on wandb 0.17 to 0.26: is the project there",
    query: `query ProjectDetails($entity: String, $project: String) {
      model(name: $project, entityName: $entity) { id name repo dockerImage description }
    }`,
    variables: { entity: "acme", project: "support" },
    data: {
      model: {
        id: "acme/support",
        name: "support",
        repo: null,
        dockerImage: null,
        description: null,
      },
    },
  },
  {
    sentBy: "weave: make the project",
    query: `mutation UpsertModel(
      $name: String!, $id: String, $entity: String!, $description: String, $repo: String
    ) {
      upsertModel(input: {
        id: $id, name: $name, entityName: $entity, description: $description, repo: $repo
      }) { model { name description } }
    }`,
    variables: { name: "new", entity: "acme", description: "mine" },
    data: { upsertModel: { model: { name: "new", description: "mine" } } },
  },
  {
    sentBy: "weave: where do links lead",
    query: "query ServerInfo { serverInfo { frontendHost } }",
    data: { serverInfo: { frontendHost: "http://heddle.test" } },
  },
  {
    sentBy: "weave: a dataset that another library keeps",
    query: `query ArtifactManifest($entityName: String!, $projectName: String!, $name: String!) {
      project(name: $projectName, entityName: $entityName) {
        artifact(name: $name) { currentManifest { id file { directUrl } } }
      }
    }`,
    variables: { entityName: "acme", projectName: "support", name: "data:v0" },
    data: { project: { artifact: null } },
  },
  {
    sentBy: "weave: the same by id",
    query: `query ArtifactManifestFromID($artifactID: ID!) {
      artifact(id: $artifactID) { currentManifest { id file { directUrl } } }
    }`,
    variables: { artifactID: "QXJ0" },
    data: { artifact: null },
  },
  {
    sentBy: "weave: may I write there",
    query: `query Entity($entityName: String!) {
      viewer { username }
      entity(name: $entityName) { readOnly }
    }`,
    variables: { entityName: "acme" },
    data: { viewer: { username: "ada" }, entity: { readOnly: false } },
  },
];
