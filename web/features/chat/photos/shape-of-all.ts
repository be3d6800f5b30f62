import type { Photo } from '#contract/photos.ts';

/** Of a message's photos, width by height. One photo has its own, but very long ones are cut. */
export function shapeOfAll([first, ...further]: readonly Photo[]): number {
  if (further.length > 0) return further.length === 1 ? 2 : 1;
  return Math.min(2, Math.max(0.6, first!.width / first!.height));
}
