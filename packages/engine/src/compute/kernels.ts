/** A byte offset into the engine's memory. Tensors are float32, rows contiguous, pointers multiples of 16. */
export type Pointer = number;

/**
 * The kernels, as the WebAssembly module exports them. Each takes its arguments first and a range `from..to` last
 * (rows, items or elements): ranges of one call may run on different threads, and never share an output. A reduction
 * is never split, so results do not depend on the number of threads.
 */
export interface Kernels {
  setScratch(pointer: Pointer): void;
  /** c [m, n] (+)= alpha · op(a) · op(b); blocked and packed, for training. Range: rows, columns. */
  matmul(
    k: number,
    a: Pointer,
    lda: number,
    transposeA: number,
    b: Pointer,
    ldb: number,
    transposeB: number,
    c: Pointer,
    ldc: number,
    accumulate: number,
    alpha: number,
    rowFrom: number,
    rowTo: number,
    columnFrom: number,
    columnTo: number,
  ): void;
  /**
   * c [m, n] (+)= alpha · x [m, k] · w [n, k]ᵀ, row by row: a row's result depends on nothing but the row, whatever
   * its company. All serving goes through it. Range: columns.
   */
  matmulRows(
    m: number,
    k: number,
    x: Pointer,
    ldx: number,
    w: Pointer,
    ldw: number,
    c: Pointer,
    ldc: number,
    accumulate: number,
    alpha: number,
    columnFrom: number,
    columnTo: number,
  ): void;
  /** y [rows, d] += b [d] on every row. */
  biasForward(d: number, y: Pointer, bias: Pointer, from: number, to: number): void;
  /** db [d] += sum of dy over all rows; columns are the range. */
  biasBackward(
    rows: number,
    d: number,
    dy: Pointer,
    dBias: Pointer,
    from: number,
    to: number,
  ): void;
  /** y = x · rstd · w, rstd = 1 / √(mean x² + ε); y and x [rows, d], rstd [rows]. In place when y = x. */
  rmsNormForward(
    d: number,
    x: Pointer,
    w: Pointer,
    y: Pointer,
    rstd: Pointer,
    epsilon: number,
    from: number,
    to: number,
  ): void;
  /** dx += …; range: rows. */
  rmsNormBackward(
    d: number,
    x: Pointer,
    w: Pointer,
    rstd: Pointer,
    dy: Pointer,
    dx: Pointer,
    from: number,
    to: number,
  ): void;
  /** dw [d] += Σ_rows dy · x · rstd; range: columns. */
  rmsNormBackwardWeight(
    rows: number,
    d: number,
    x: Pointer,
    rstd: Pointer,
    dy: Pointer,
    dw: Pointer,
    from: number,
    to: number,
  ): void;
  /** Rotates the two halves of each head in place; direction −1 is the backward. positions int32 [rows]; tables [context, headSize / 2]. */
  rope(
    heads: number,
    headSize: number,
    x: Pointer,
    ld: number,
    positions: Pointer,
    cosine: Pointer,
    sine: Pointer,
    direction: number,
    from: number,
    to: number,
  ): void;
  /** y = silu(gate) · up; elements are the range. */
  swigluForward(gate: Pointer, up: Pointer, y: Pointer, from: number, to: number): void;
  /** gate ← dgate, up ← dup, in place, from dy. */
  swigluBackward(gate: Pointer, up: Pointer, dy: Pointer, from: number, to: number): void;
  add(x: Pointer, y: Pointer, from: number, to: number): void;
  fill(x: Pointer, value: number, from: number, to: number): void;
  /**
   * Causal attention over whole sequences. sequences int32 [count, 3]: first row, length, offset (floats) of its
   * probabilities in p; p of a sequence is [heads, length, length rounded up to 4]. Range: sequence × head.
   */
  attentionForward(
    heads: number,
    keyValueHeads: number,
    headSize: number,
    q: Pointer,
    k: Pointer,
    v: Pointer,
    o: Pointer,
    p: Pointer,
    sequences: Pointer,
    from: number,
    to: number,
  ): void;
  /** Range: sequence × key-value head. dS is scratch as large as p. */
  attentionBackward(
    heads: number,
    keyValueHeads: number,
    headSize: number,
    q: Pointer,
    k: Pointer,
    v: Pointer,
    p: Pointer,
    dO: Pointer,
    dQ: Pointer,
    dK: Pointer,
    dV: Pointer,
    sequences: Pointer,
    dS: Pointer,
    from: number,
    to: number,
  ): void;
  /**
   * Attention of rows over paged keys and values. rows int32 [count, 2]: pointer (bytes) of the row's page table, and
   * the positions it sees, its own included. A page table is int32 pointers (bytes) of pages; a page of this layer
   * starts at page + layerOffset and holds pageTokens keys [pageTokens, keyValueHeads · headSize], then as many values.
   * Range: row × key-value head.
   */
  attentionDecode(
    heads: number,
    keyValueHeads: number,
    headSize: number,
    q: Pointer,
    pageTokens: number,
    layerOffset: number,
    o: Pointer,
    rows: Pointer,
    from: number,
    to: number,
  ): void;
  /** Writes k and v [rows, keyValueHeads · headSize] of each row to its position (positions seen − 1) in its pages. */
  cacheWrite(
    dimension: number,
    k: Pointer,
    v: Pointer,
    pageTokens: number,
    layerOffset: number,
    rows: Pointer,
    from: number,
    to: number,
  ): void;
  /** Logits [rows, ld] → probabilities over `vocabulary` columns, in place; out [rows] = log p(target); entropies [rows]. */
  logprobForward(
    vocabulary: number,
    ld: number,
    logits: Pointer,
    targets: Pointer,
    out: Pointer,
    entropies: Pointer,
    from: number,
    to: number,
  ): void;
  /** Probabilities → dlogits = coefficient · (onehot(target) − p), in place; coefficient [rows] = dL/dlogprob. */
  logprobBackward(
    vocabulary: number,
    ld: number,
    probabilities: Pointer,
    targets: Pointer,
    coefficients: Pointer,
    from: number,
    to: number,
  ): void;
  /** x [rows, d] = e[token]. */
  embeddingForward(
    d: number,
    e: Pointer,
    tokens: Pointer,
    x: Pointer,
    from: number,
    to: number,
  ): void;
  /** de[token] += dx; columns are the range, so that equal tokens never meet. */
  embeddingBackward(
    rows: number,
    d: number,
    de: Pointer,
    tokens: Pointer,
    dx: Pointer,
    from: number,
    to: number,
  ): void;
  /** One AdamW step; correction1 = 1 / (1 − β1ᵗ), gradients times `scale` (clipping). Elements are the range. */
  adamw(
    w: Pointer,
    g: Pointer,
    m: Pointer,
    v: Pointer,
    learningRate: number,
    beta1: number,
    beta2: number,
    correction1: number,
    correction2: number,
    epsilon: number,
    weightDecay: number,
    scale: number,
    from: number,
    to: number,
  ): void;
  /** Sum of squares in float64: not finite when any element is not. */
  sumOfSquares(x: Pointer, count: number): number;
}

/** The kernels that take a range, in the order by which a helper thread is told which one to run. */
export const rangeKernels: readonly RangeKernel[] = [
  "matmul",
  "matmulRows",
  "biasForward",
  "biasBackward",
  "rmsNormForward",
  "rmsNormBackward",
  "rmsNormBackwardWeight",
  "rope",
  "swigluForward",
  "swigluBackward",
  "add",
  "fill",
  "attentionForward",
  "attentionBackward",
  "attentionDecode",
  "cacheWrite",
  "logprobForward",
  "logprobBackward",
  "embeddingForward",
  "embeddingBackward",
  "adamw",
];

/** The name of a kernel that takes a range. */
export type RangeKernel = Exclude<keyof Kernels, "setScratch" | "sumOfSquares">;
