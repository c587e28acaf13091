import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdown, type Table } from "./table.ts";

const pages = [
  "models.md",
  "performance.md",
  "performance-engine.md",
