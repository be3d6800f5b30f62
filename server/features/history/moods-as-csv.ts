import type { Mood } from '#contract/moods.ts';
import type { Context } from '#server/context.ts';
import { ExportPages, MOODS, START } from '#server/features/account/index.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

/**
 * All of a person's moods as CSV with the times in UTC, page by page, as fast as the reader takes it. No cell can be a formula
 * for a spreadsheet: each is a time or one of the four names of moods, and nothing that anybody typed.
 */
export async function* moodsAsCsv(
  { exportPool }: Pick<Context, 'exportPool'>,
  person: SignedInPerson,
): AsyncGenerator<string> {
  yield 'chosenAt,mood\r\n';
  const pages = new ExportPages(exportPool, person).pages(MOODS, [...START.time, ...START.id]);
  for await (const page of pages) {
    const rows = page as unknown as { chosenAt: Date; mood: Mood }[];
    yield rows.map(({ chosenAt, mood }) => `${chosenAt.toISOString()},${mood}\r\n`).join('');
  }
}
