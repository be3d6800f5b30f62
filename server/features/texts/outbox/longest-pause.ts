/** No text is put off for longer than this at once, whatever its gateway asks for. */
export const LONGEST_PAUSE_MS = 15 * 60 * 1000;
