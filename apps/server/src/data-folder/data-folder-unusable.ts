/** A data folder cannot be created or locked. The message says why and what to do. */
export class DataFolderUnusable extends Error {
  override readonly name = "DataFolderUnusable";
}
