import { EngineException } from "./exception.ts";

/** The parts of `INSERT INTO table (columns) FORMAT JSONEachRow`. */
export interface InsertStatement {
  readonly table: string;
  readonly columns: readonly string[] | undefined;
}

const statement =
  /^\s*INSERT\s+INTO\s+([\w.]+)(?:\s*\(([\w\s,]+)\))?\s*FORMAT\s+JSONEachRow\s*(?:;\s*)?$/i;

/** Reads the only supported form of an insert with rows in the body. Throws EngineException. */
export function parseInsert(sql: string, database: string): InsertStatement {
  const found = statement.exec(sql);
  if (found?.[1] === undefined) {
    const form = "INSERT INTO table [(columns)] FORMAT JSONEachRow";
    throw new EngineException(48, "NOT_IMPLEMENTED", `A body with rows needs: ${form}.`);
  }
  const table = found[1].includes(".") ? found[1] : `${database}.${found[1]}`;
  return { table, columns: found[2]?.split(",").map((column) => column.trim()) };
}
