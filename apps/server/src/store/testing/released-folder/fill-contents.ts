import { json } from "@heddle/server-kit";
import type { FolderClient } from "./folder-client.ts";
import { payloadTexts, words } from "./payload-texts.ts";

/** Where to find the contents of a project. */
export interface FilledContents {
  /** Every digest of each object, by the object's id; the last was published last. */
  readonly objects: Readonly<Record<string, readonly string[]>>;
  readonly tables: readonly string[];
  /** The digest of each row of the first table. */
  readonly rows: readonly string[];
  readonly files: readonly string[];
  readonly refs: readonly string[];
}

/** Fills a project with objects, tables and files that refer to each other. */
export async function fillContents(
  client: FolderClient,
  project_id: string,
): Promise<FilledContents> {
  const objects: Record<string, string[]> = {};
  const publish = async (object_id: string, val: unknown, more: object = {}): Promise<string> => {
    const obj = { project_id, object_id, val, ...more };
    const { digest } = await client.write<{ digest: string }>("/obj/create", { obj });
    (objects[object_id] ??= []).push(digest);
    return digest;
  };
  const refTo = (kind: string, name: string, digest: string): string =>
    `weave:///${project_id}/${kind}/${name}:${digest}`;

  const files = [
    await client.writeFile(project_id, "obj.py", "def predict(x):\n    return x  # é 日本\n"),
    await client.writeFile(project_id, "empty", ""),
    await client.writeFile(project_id, "großer name 日本.txt", words(200_000)),
  ];

  const { digest: table, row_digests: rows } = await client.write<{
    digest: string;
    row_digests: string[];
  }>("/table/create", { table: { project_id, rows: rowTexts.map((text) => json(text)) } });
  const updates = [
    { append: { row: json('{"x":99,"y":1.0}') } },
    { pop: { index: 0 } },
    { insert: { index: 1, row: { inserted: true } } },
  ];
  const { digest: updated } = await client.write<{ digest: string }>("/table/update", {
    project_id,
    base_digest: table,
    updates,
  });
  const digests = [...rows.slice(0, 2).toReversed(), rows[0], "0".repeat(43)];
  const { digest: gapped } = await client.write<{ digest: string }>("/table/create_from_digests", {
    project_id,
    row_digests: digests,
  });
  const { digest: empty } = await client.write<{ digest: string }>("/table/create", {
    table: { project_id, rows: [] },
  });
  const longRows = Array.from({ length: 300 }, (_, i) => ({ i, text: words(200), half: i / 2 }));
  const { digest: long } = await client.write<{ digest: string }>("/table/create", {
    table: { project_id, rows: longRows },
  });

  const op = {
    _type: "CustomWeaveType",
    weave_type: { type: "Op" },
    files: { "obj.py": files[0] },
  };
  for (const version of [0, 1, 2]) await publish("predict", { ...op, version });
  await publish("predict_more", op);
  for (const text of promptTexts) await publish(promptId, json(text));
  // The first version becomes the latest again.
  const prompt = await publish(promptId, json(promptTexts[0]));
  objects[promptId]?.pop();
  for (const [name, text] of Object.entries(payloadTexts)) {
    // The digest is taken over finite numbers only.
    await publish(`payload-${name.replaceAll(" ", "_")}`, json(text.replace("1e400", "1e40")));
  }
  await publish("scalar", json("5.0"));
  await publish("scalar", null);
  await publish("scalar", []);
  await publish("large", { text: words(1_200_000) });
  const dataset = {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    rows: `weave:///${project_id}/table/${table}`,
    prompt: refTo("object", promptId, prompt),
  };
  const ofDataset = refTo("object", "data.set_1-a", await publish("data.set_1-a", dataset));
  await publish("model", { _class_name: "M", _bases: ["Model", "Object", "BaseModel"], ofDataset });
  const builtin = { builtin_object_class: "AnnotationSpec" };
  await publish("spec", { field_schema: { type: "integer", minimum: 1 } }, builtin);

  const [row = ""] = rows;
  const refs = [
    ...Object.entries(objects).flatMap(([name, versions]) =>
      versions.map((digest) => refTo(name.startsWith("predict") ? "op" : "object", name, digest)),
    ),
    `${ofDataset}/attr/rows/id/${row}/key/x`,
    `${ofDataset}/attr/prompt/key/weight`,
    `${ofDataset}/key/nowhere`,
  ];
  return { objects, tables: [table, updated, gapped, empty, long], rows, files, refs };
}

/** An object with several versions. */
export const promptId = "prompt";
/** The values of its versions. */
export const promptTexts = [
  '{"text":"first","weight":1.0}',
  '{"text":"second","weight":1.0}',
  '{"text":"third","weight":1}',
] as const;

/** Rows that sort in different ways, with one row twice. */
const rowTexts: readonly string[] = [
  '{"x":1,"y":"b"}',
  '{"x":1.0,"y":"B"}',
  '{"x":-0.0,"y":null}',
  '{"x":9007199254740993,"y":"日本"}',
  '{"x":"1","y":{"z":[1,{"a.b":2}]}}',
  '{"y":"no x"}',
  '{"x":1,"y":"b"}',
  String.raw`{"x":"\ud83d\ude00\ud800","y":"","same":1,"same":2}`,
];
