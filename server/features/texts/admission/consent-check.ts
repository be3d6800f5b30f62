import type pg from 'pg';
import { createBatchLoader } from '#server/database/batch-loader.ts';
import { isSupportText } from '../support-first.ts';
import { type AddressedText, findWithheld } from './find-withheld.ts';
import { passOnTexts } from './pass-on-texts.ts';

/** Looks shortly before each text is sent. */
export interface ConsentCheck {
  /**
   * Who gets a text: its recipient, or another account with the same number when the recipient does not want it.
   * @returns undefined when it must not be sent
   */
  findRecipient(text: AddressedText): Promise<string | undefined>;
}

/** Asks the database, in batches; no answer is older than its question. */
export function createConsentCheck(pool: pg.Pool): ConsentCheck {
  const find = createBatchLoader(async (texts: AddressedText[]) => {
    const withheld = await findWithheld(pool, texts);
    const refused = texts.filter(({ id, cause }) => withheld.has(id) && isSupportText(cause));
    const passedOn = await passOnTexts(pool, refused);
    return new Map(
      texts.map((text) => [text, withheld.has(text.id) ? passedOn.get(text.id) : (text.recipient ?? undefined)]),
    );
  });
  return { findRecipient: async (text) => await find(text) };
}
