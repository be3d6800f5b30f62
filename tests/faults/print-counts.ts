import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Count } from './support/report-count.ts';

/** For Vitest: collects the counts of all fault tests in a file. @returns prints them as a table */
export default function collectCounts(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'moodring-faults-'));
  const file = join(folder, 'counts');
  process.env.FAULTS_COUNTS = file;
  return () => {
    if (existsSync(file))
      printCounts(
        readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
    rmSync(folder, { recursive: true });
  };
}

function printCounts(counts: Count[]): void {
  const row = (cells: unknown[]) => cells.map((cell) => String(cell).padStart(9)).join('');
  console.log(`\n${row(['tries', 'faults', 'losses', 'doubled'])}`);
  for (const { what, tries, faults, losses, doubled } of counts.toSorted((a, b) => a.what.localeCompare(b.what)))
    console.log(`${row([tries, faults, losses, doubled ?? ''])}  ${what}`);
}
