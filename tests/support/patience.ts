/** How long tests wait for what they cannot be told of, as a socket's frame or another process. No result depends on it. */
export const PATIENCE_MS = 15_000;
