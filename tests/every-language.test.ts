import { describe, expect, test } from 'vitest';
import type { Language } from '#contract/account/languages.ts';
import { noticePayload, type PushCause } from '#server/features/push/payload.ts';
import * as mails from '#server/features/recovery/words.ts';
import { messageOf, type Wording } from '#server/features/texts/wording/texts.ts';
import { COMPILED, wordsOf } from '#server/languages.ts';

const APP = 'https://moodring.example';
const LINK = `${APP}/a/Ab3dE6gH9k`;
const LEFT_OVER = /undefined|null|\{|\}|\[object/;

const CAUSES = ['mood', 'again', 'slip', 'closing', 'message', 'connection'] as const;

/** @param name '' for a friend whose email stands in for a name */
function textOf(language: Language, cause: Wording['cause'], name: string): string {
  const names = { authorName: name || 'a@example.com', authorFirstname: name || 'a@example.com' };
  const wording = { cause, typed: null, mood: 'Dark' as const, authorUid: 'uid', ...names };
  return messageOf({ ...wording, recipientFirstname: 'Grace', language }, APP, LINK, true)!;
}

/** The texts that answer one, and the code. */
function repliesOf(language: Language): string[] {
  const t = wordsOf(language);
  const own = [t.cantPassTextsOn, t.friendWontSeeThis, t.nothingToAnswer, t.youGetNoMoreTexts];
  const named = t.canSeeThatYouWillReachOut({ who: 'named', name: 'Ada' });
  return [...own, named, t.codeIsYours({ code: '123456' }), t.whenMoodringTextsYou({ link: LINK })];
}

const GSM = /^[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\n\r]*$/;

/** How many texts a network counts. */
function segmentsOf(text: string): number {
  const [alone, joined] = GSM.test(text) ? [160, 153] : [70, 67];
  return text.length <= alone ? 1 : Math.ceil(text.length / joined);
}

describe.each(COMPILED)('in %s', (language) => {
  test.each(CAUSES)(
    'a text of the cause %s names the friend, ends its link, and costs twice the English one at most',
    (cause) => {
      for (const name of ['Ada Lovelace', '']) {
        const text = textOf(language, cause, name);
        expect(text).toContain(name);
        expect(text).not.toMatch(LEFT_OVER);
        expect(text).toMatch(/https:\/\/moodring\.example(\/a\/Ab3dE6gH9k)?([\s)]|$)/);
        expect(segmentsOf(text), text).toBeLessThanOrEqual(2 * segmentsOf(textOf('en', cause, name)));
      }
    },
  );

  test('replies and codes cost twice the English ones at most', () => {
    const english = repliesOf('en');
    for (const [place, text] of repliesOf(language).entries()) {
      expect(text).not.toMatch(LEFT_OVER);
      expect(segmentsOf(text), text).toBeLessThanOrEqual(2 * segmentsOf(english[place]!));
    }
    expect(repliesOf(language).at(-2)).toContain('123456');
    const { stopWords, startWords, helpWords, politeWords } = wordsOf(language);
    for (const words of [stopWords, startWords, helpWords, politeWords]) expect(words).toBe(words.toLowerCase());
  });

  test('a notification names the friend, or no one, and has words on its buttons', () => {
    for (const cause of ['mood', 'message', 'connection', 'answer', 'missed'] satisfies PushCause[])
      for (const showNames of [true, false]) {
        const about = {
          cause,
          author: 'uid',
          firstname: 'Ada',
          ask: 'ask',
          mood: null,
          helpers: 3,
          isLater: false,
          hasCheckedIn: false,
          words: '',
        };
        const shown = { showNames, showWords: true, unread: 1, waitingAsks: 0, isSilent: false, language };
        const { notification } = JSON.parse(noticePayload({ ...about, ...shown }, APP));
        const words = [
          notification.title,
          notification.body,
          ...(notification.actions ?? []).map(({ title }: Shown) => title),
        ];
        for (const each of words) expect(each).toMatch(/\S/);
        expect(words.join()).not.toMatch(LEFT_OVER);
        expect(notification.title.includes('Ada')).toBe(showNames);
        expect(notification.lang).toBe(language);
      }
  });

  test('words in a notification keep their own direction', () => {
    const who = {
      author: 'uid',
      firstname: 'Ada',
      ask: null,
      mood: null,
      helpers: 0,
      isLater: false,
      hasCheckedIn: false,
    };
    const about = { ...who, cause: 'message' } as const;
    const shown = { showNames: true, showWords: true, unread: 1, waitingAsks: 0, isSilent: false, language };
    const bodyOf = (words: string) =>
      JSON.parse(noticePayload({ ...about, ...shown, words }, APP)).notification.body.split('\n');
    expect(bodyOf('أين أنت؟\nAda?')).toEqual(['\u2068أين أنت؟\u2069', '\u2068Ada?\u2069']);
    const isRightToLeft = wordsOf(language).$direction === 'rtl';
    expect(bodyOf('Lunch at one?')).toEqual([isRightToLeft ? '\u2068Lunch at one?\u2069' : 'Lunch at one?']);
    expect(bodyOf('')).toEqual([wordsOf(language).photo]);
  });

  test('a mail has a subject, paragraphs, and its link alone', () => {
    const to = { email: 'ada@example.com', language };
    for (const { subject, text } of [
      mails.resetMail(to, LINK, APP),
      mails.confirmMail(to, LINK, APP),
      mails.passwordChangedMail(to, APP, true),
      mails.passkeyAddedMail(to, APP),
      mails.providerLinkedMail(to, 'Example', APP),
      mails.newEmailAskedMail(to, APP),
      mails.emailTakenMail(to, APP),
      mails.emailChangedMail(to, APP),
    ]) {
      expect(subject).toMatch(/^\S.*\S$/);
      expect(text.split('\n\n').length).toBeGreaterThanOrEqual(3);
      expect(text).not.toMatch(LEFT_OVER);
      for (const [, after] of text.matchAll(/https:\/\/[\w./-]*[\w/]([^\w./-]|\.(?!\s))/g)) expect(after).toMatch(/\s/);
    }
  });
});

interface Shown {
  title: string;
}
