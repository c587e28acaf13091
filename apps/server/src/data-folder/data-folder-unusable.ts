/** A data folder cannot be made, or not be taken. The message says why and what to do. */
export class DataFolderUnusable extends Error {
  override readonly name = "DataFolderUnusable";
}
