import { answerDifferences } from "./answer-differences.ts";
import { type AnswerTree, answerText, readAnswer } from "./answer-tree.ts";
import { FolderClient } from "./folder-client.ts";
import type {
  KeyName,
  RecordedAnswer,
  RecordedFolder,
  RecordedRequest,
} from "./recorded-folder.ts";

/** A client for each key of a folder. */
export type KeyClients = Readonly<Record<KeyName, FolderClient>>;

const atOnce = 4;

/** The clients of a server on a folder. */
export function clientsAt(url: string, keys: RecordedFolder["keys"]): KeyClients {
  return {
    local: new FolderClient(url, keys.local),
    ada: new FolderClient(url, keys.ada),
    globex: new FolderClient(url, keys.globex),
    revoked: new FolderClient(url, keys.revoked),
  };
}

/** Sends a request, and returns the text to record; throws if the server refuses the request. */
export async function recordedText(clients: KeyClients, request: RecordedRequest): Promise<string> {
  const { path, body, key = "local", members } = request;
  const { status, body: answer, text } = await clients[key].post(path, body);
  if (status !== 200) {
    throw new Error(`${described(request)} answered ${status}: ${text.slice(0, 500)}`);
  }
  return answerText(members === undefined ? answer : withMembers(answer, members));
}

/** Sends recorded requests again, and says where their answers differ from the recorded ones. */
export async function changedAnswers(
  clients: KeyClients,
  recorded: readonly RecordedAnswer[],
): Promise<readonly string[]> {
  const differences: string[] = [];
  const waiting = recorded.values();
  const askWaiting = async (): Promise<void> => {
    for (const request of waiting) differences.push(...(await changes(clients, request)));
  };
  await Promise.all(Array.from({ length: atOnce }, askWaiting));
  return differences;
}

async function changes(clients: KeyClients, request: RecordedAnswer): Promise<readonly string[]> {
  const { path, body, key = "local", answer } = request;
  const { status, body: present, text } = await clients[key].post(path, body);
  const found =
    status === 200
      ? answerDifferences(readAnswer(answer), present)
      : [`answered ${status}: ${text.slice(0, 500)}`];
  return found.map((difference) => `${described(request)}: ${difference}`);
}

function described({ path, body }: RecordedRequest): string {
  return `${path} ${JSON.stringify(body)}`;
}

function withMembers(answer: AnswerTree, names: readonly string[]): AnswerTree {
  const wanted = new Set(names.map((name) => JSON.stringify(name)));
  switch (answer.kind) {
    case "array":
      return { kind: "array", items: answer.items.map((item) => withMembers(item, names)) };
    case "object":
      return { kind: "object", members: answer.members.filter(({ name }) => wanted.has(name)) };
    default:
      return answer;
  }
}
