/** What a pass returns, for a caller that has nothing else to do in its pauses. */
export function runToEnd<Result>(pass: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = pass.next();
    if (done) return value;
  }
}
