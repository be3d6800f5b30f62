import { ProductError } from '#contract/errors.ts';
import type { ChosenMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { IS_NEW, SHOWN_CHOSEN_AT, SHOWN_MOOD } from '#server/features/circle/index.ts';
import { VISIBLE_PERSON } from '#server/features/people/index.ts';

type Row = ChosenMood & { isNew: true | null };

/** @param asked the uid as the caller wrote it @throws {ProductError} not_found, with the message of spec §8 */
export async function getMood({ pool }: Context, asker: string, uid: string, asked = uid): Promise<ChosenMood> {
  const { rows } = await pool.query<Row>({ name: 'mood', text: MOOD, values: [asker, uid] });
  if (!rows[0]) throw new ProductError('not_found', (t) => t.noMoodDataFound({ uid: asked }));
  const { isNew, ...chosen } = rows[0];
  return isNew ? { ...chosen, isNew } : chosen;
}

const MOOD = `select ${SHOWN_MOOD} as mood, ${inMs(SHOWN_CHOSEN_AT)} as "chosenAt", nullif(${IS_NEW}, false) as "isNew"
  ${VISIBLE_PERSON}`;
