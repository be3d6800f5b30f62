import { readFile, stat } from 'node:fs/promises';

/**
 * Reads files into memory, each when it is first asked for and again when it has changed. A file that is sent is the same
 * memory for everybody, and is not open: however many read slowly or not at all, they use up neither.
 * @returns reads one; null where there is no file
 */
export function createFileCache(): (path: string) => Promise<Buffer<ArrayBuffer> | null> {
  const read = new Map<string, { changedAt: number; content: Promise<Buffer<ArrayBuffer>> }>();
  return async (path) => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return null;
    const known = read.get(path);
    if (known?.changedAt === found.mtimeMs) return known.content;
    const content = readFile(path);
    read.set(path, { changedAt: found.mtimeMs, content });
    content.catch(() => read.delete(path));
    return content;
  };
}
