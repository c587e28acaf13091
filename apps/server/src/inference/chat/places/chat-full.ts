/** Too many answers are open: of the project, or in all. The request may be sent again. */
export class ChatFull extends Error {
  override readonly name = "ChatFull";
}
