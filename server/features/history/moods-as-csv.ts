import type { Mood } from '#contract/moods.ts';
import type { Context } from '#server/context.ts';
import { MOODS } from '#server/features/account/index.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

/**
 * All of a person's moods as CSV with the times in UTC. No cell can be a formula for a spreadsheet: each is a time or one of the
 * four names of moods.
 */
export function moodsAsCsv({ exports }: Pick<Context, 'exports'>, person: SignedInPerson): AsyncGenerator<string> {
  return exports.read(person, async function* (pages) {
    yield 'chosenAt,mood\r\n';
    for await (const page of pages(MOODS)) {
      const rows = page as unknown as { chosenAt: Date; mood: Mood }[];
      yield rows.map(({ chosenAt, mood }) => `${chosenAt.toISOString()},${mood}\r\n`).join('');
    }
  });
}
