/** One generated file. */
export interface GeneratedFile {
  /** Relative to the writer's folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Where generated files go. Emitters never touch the disk themselves. */
export interface Writer {
  write(file: GeneratedFile): void | Promise<void>;
}
