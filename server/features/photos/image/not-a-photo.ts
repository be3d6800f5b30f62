export class NotAPhoto extends Error {}

/** A picture has some dozens. Millions of empty ones would take more memory than the file. */
export const MAX_PARTS = 1_000;
