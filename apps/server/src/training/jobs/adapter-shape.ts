/**
 * The adapter of every model that is trained here, as the open trainer of the ART project draws it
 *: small, over all linear maps, and the same fresh one for all models.
 */
export const adapterShape: {
  readonly rank: number;
  readonly alpha: number;
  readonly seed: number;
} = { rank: 8, alpha: 16, seed: 3407 };
