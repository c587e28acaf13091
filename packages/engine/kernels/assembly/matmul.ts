// The blocked product of training, in the loop order of Goto and van de Geijn 2008: a block of b is packed once for
// all rows, a block of a once for all columns of the block.
import { COLUMNS, ROWS, multiplyTile } from "./micro-kernel";
import { packColumns, packRows, scalePacked } from "./pack";
import { leftScratch, rightScratch, tileScratch } from "./scratch";

const DEPTH_BLOCK: i32 = 256;
const ROW_BLOCK: i32 = 96;
const COLUMN_BLOCK: i32 = 512;

/** The part of a tile that lies within c. */
function storeEdge(
  tile: usize,
  c: usize,
  ldcBytes: usize,
  rows: i32,
  columns: i32,
  accumulate: bool,
): void {
  for (let r = 0; r < rows; r++) {
    for (let q = 0; q < columns; q++) {
      const target = c + <usize>r * ldcBytes + ((<usize>q) << 2);
      const value = load<f32>(tile + ((<usize>(r * COLUMNS + q)) << 2));
      store<f32>(target, accumulate ? load<f32>(target) + value : value);
    }
  }
}

/**
 * c [m, n] (+)= alpha · op(a) [m, k] · op(b) [k, n]. The forward of a projection is (x, wᵀ), the gradient of its input
 * (dy, w), that of its weight (dyᵀ, x). Each element is added up in blocks of 256 of k, in order, wherever the range
 * ends. Range: rows and columns of c.
 */
export function matmul(
  k: i32,
  a: usize,
  lda: i32,
  transposeA: i32,
  b: usize,
  ldb: i32,
  transposeB: i32,
  c: usize,
  ldc: i32,
  accumulate: i32,
  alpha: f32,
  rowFrom: i32,
  rowTo: i32,
  columnFrom: i32,
  columnTo: i32,
): void {
  const tile = tileScratch();
  const packedRows = leftScratch();
  const packedColumns = rightScratch();
  const ldcBytes = (<usize>ldc) << 2;
  for (let column = columnFrom; column < columnTo; column += COLUMN_BLOCK) {
    const columns = min(COLUMN_BLOCK, columnTo - column);
    for (let from = 0; from < k; from += DEPTH_BLOCK) {
      const depth = min(DEPTH_BLOCK, k - from);
      const adds = accumulate != 0 || from > 0;
      packColumns(b, ldb, transposeB != 0, from, depth, column, columns, packedColumns);
      for (let row = rowFrom; row < rowTo; row += ROW_BLOCK) {
        const rows = min(ROW_BLOCK, rowTo - row);
        packRows(a, lda, transposeA != 0, row, rows, from, depth, packedRows);
        if (alpha != 1.0) scalePacked(packedRows, ((rows + ROWS - 1) / ROWS) * ROWS * depth, alpha);
        for (let j = 0; j < columns; j += COLUMNS) {
          const panel = packedColumns + ((<usize>(j * depth)) << 2);
          for (let i = 0; i < rows; i += ROWS) {
            const rowPanel = packedRows + ((<usize>(i * depth)) << 2);
            const target = c + <usize>(row + i) * ldcBytes + ((<usize>(column + j)) << 2);
            if (i + ROWS <= rows && j + COLUMNS <= columns) {
              multiplyTile(depth, rowPanel, panel, target, ldcBytes, adds);
            } else {
              multiplyTile(depth, rowPanel, panel, tile, COLUMNS << 2, false);
              storeEdge(tile, target, ldcBytes, min(ROWS, rows - i), min(COLUMNS, columns - j), adds);
            }
          }
        }
      }
    }
  }
}
