import { isFirstLine, readSum } from './backup-lines.ts';
import { BackupReader } from './backup-reader.ts';

const NEWLINE = 0x0a;

/** Reads a whole backup back, and counts the rows of each table. @returns their sum @throws when a row or the end is missing */
export async function checkBackup(file: string): Promise<number> {
  await using reader = await BackupReader.open(file);
  if (!isFirstLine(await reader.line())) throw new Error(`${file} is no backup.`);
  const found = new Map<string, number>();
  let sums = 0;
  let all = 0;
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const [, table] = /^COPY (\S+) /.exec(line) ?? [];
    if (table) found.set(table, await countRows(reader));
    const sum = readSum(line);
    if (!sum) continue;
    if (found.get(sum.table) !== sum.rows) throw new Error(`${file} does not hold all rows of ${sum.table}.`);
    sums += 1;
    all += sum.rows;
  }
  if (sums === 0 || sums !== found.size) throw new Error(`${file} ends before its sums.`);
  return all;
}

async function countRows(reader: BackupReader): Promise<number> {
  let rows = 0;
  for await (const chunk of reader.rows())
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}
