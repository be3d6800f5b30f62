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
  /** Looks at texts that will be sent within FRESH_MS, so that none of them waits for its own look. */
  lookAhead(texts: readonly AddressedText[]): void;
}

/** An older look does not count. Shorter than any gateway takes for a text, as that of `TextStops`. */
const FRESH_MS = 100;

/** Asks the database, in batches. */
export function createConsentCheck(pool: pg.Pool): ConsentCheck {
  const find = createBatchLoader(async (texts: AddressedText[]) => {
    const withheld = await findWithheld(pool, texts);
    const refused = texts.filter(({ id, cause }) => withheld.has(id) && isSupportText(cause));
    const passedOn = await passOnTexts(pool, refused);
    return new Map(
      texts.map((text) => [text, withheld.has(text.id) ? passedOn.get(text.id) : (text.recipient ?? undefined)]),
    );
  });
  const isWanted = createBatchLoader(async (texts: AddressedText[]) => {
    const withheld = await findWithheld(pool, texts);
    return new Map(texts.map((text) => [text, !withheld.has(text.id)]));
  });
  const looks = new Map<AddressedText, { at: number; isWanted: Promise<boolean | undefined> }>();

  return {
    async findRecipient(text) {
      const ahead = looks.get(text);
      looks.delete(text);
      const isFresh = ahead !== undefined && performance.now() - ahead.at < FRESH_MS;
      if (isFresh && (await ahead.isWanted)) return text.recipient ?? undefined;
      // One that is not wanted is passed on, which changes rows: only now, when it is about to be sent.
      return find(text);
    },
    lookAhead(texts) {
      const at = performance.now();
      for (const [text, ahead] of looks) if (at - ahead.at >= FRESH_MS) looks.delete(text);
      for (const text of texts) {
        if (looks.has(text) || text.recipient === null) continue;
        const look = { at, isWanted: isWanted(text) };
        // The caller of findRecipient hears of it, if there is one.
        look.isWanted.catch(() => {});
        looks.set(text, look);
      }
    },
  };
}
