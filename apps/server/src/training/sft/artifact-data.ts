import { internalProjectId } from "../../access/project-id.ts";
import { type ArtifactFile, artifactUrl } from "../artifacts/artifact.ts";
import { type ArtifactName, parseArtifactUrl } from "../artifacts/artifact-name.ts";
import type { Artifacts } from "../artifacts/artifacts.ts";
import { JobFailure } from "../jobs/job-work.ts";
import { UnfitRequest } from "../unfit-request.ts";
import { textLines } from "./text-lines.ts";
import type { TrainingDataSource } from "./training-data.ts";

/** The names that clients give to the file with the examples, the first that is there counts. */
const usualNames = ["trajectories.jsonl", "train.jsonl"];

/**
 * Training data in artifacts of this server, `wandb-artifact:///entity/project/name:version`. A job
 * keeps the version that an alias leads to when it comes: versions never change, aliases move. Who
 * sends the job must see the project of the artifact; the runner, which acts for nobody, reads what
 * was found then.
 */
export function artifactData(artifacts: Artifacts): TrainingDataSource {
  return {
    settle: async (url, projects, signal) => {
      const artifact = await artifacts.resolve(projects, nameIn(url), signal);
      examplesIn(artifact.files);
      return artifactUrl(artifact);
    },
    async *lines(url, signal) {
      const name = nameIn(url);
      const projectId = internalProjectId(`${name.entity}/${name.project}`);
      const artifact = await artifacts.find(projectId, name, signal);
      if (artifact === undefined) {
        throw new JobFailure("The artifact with the training data is gone from the store.");
      }
      const { path } = examplesIn(artifact.files);
      const { stream } = await artifacts.open(artifact.id, path, signal);
      yield* textLines(stream);
    },
  };
}

function nameIn(url: string): ArtifactName {
  const name = parseArtifactUrl(url);
  if (name !== undefined) return name;
  throw new UnfitRequest(
    "training_data_url must be wandb-artifact:///<entity>/<project>/<name>:<version or alias>",
  );
}

function examplesIn(files: readonly ArtifactFile[]): ArtifactFile {
  for (const name of usualNames) {
    const usual = files.find(({ path }) => path === name);
    if (usual !== undefined) return usual;
  }
  const [only, ...more] = files.filter(({ path }) => path.endsWith(".jsonl"));
  if (only !== undefined && more.length === 0) return only;
  throw new UnfitRequest(
    "The artifact of training_data_url must have a file trajectories.jsonl or train.jsonl, or just one " +
      "file whose name ends with .jsonl.",
  );
}
