import { readFile, stat } from 'node:fs/promises';

export type ReadFile = (path: string) => Promise<Buffer<ArrayBuffer> | null>;

/** Keeps files in memory and reads changed ones again, so slow readers use up neither memory nor open files. */
export function createFileCache(): ReadFile {
  const cache = new Map<string, { changedAt: number; content: Promise<Buffer<ArrayBuffer>> }>();
  return async (path) => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return null;
    const cached = cache.get(path);
    if (cached?.changedAt === found.mtimeMs) return cached.content;
    const content = readFile(path);
    cache.set(path, { changedAt: found.mtimeMs, content });
    content.catch(() => cache.delete(path));
    return content;
  };
}
