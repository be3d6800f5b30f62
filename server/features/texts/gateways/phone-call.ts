import type { Language } from '#contract/account/languages.ts';
import type { Words } from '#languages';
import type { TwilioAccount } from '#server/config.ts';
import { postToTwilio } from './twilio-gateway.ts';

/** Each speaks one language (https://www.twilio.com/docs/voice/twiml/say/text-speech). */
const VOICES: Record<Language, string> = {
  ...{ ar: 'Zeina', de: 'Vicki', en: 'Joanna', es: 'Lucia', fr: 'Lea' },
  ...{ it: 'Bianca', ja: 'Mizuki', nl: 'Lotte', pl: 'Ewa', pt: 'Camila' },
};

/** Half a minute of ringing. Voicemail begins before a minute. */
const RING_SECONDS = 25;
const CALL_SECONDS = 90;

export interface PhoneCall {
  /** E.164. */
  to: string;
  t: Words;
  words: string;
  /** Where Twilio posts the pressed key. */
  answerUrl: string;
}

/** What a friend answered in a call. */
export interface PressedKey {
  ask: string;
  friend: string;
  isYes: boolean;
}

/** Calls a phone, and says the words twice. @throws {RetryLater, Misconfigured} when a later attempt may succeed; {Refused} */
export async function callPhone(
  account: TwilioAccount,
  { to, t, words, answerUrl }: PhoneCall,
  signal: AbortSignal,
): Promise<void> {
  const listens = `<Gather numDigits="1" timeout="10" action="${escapeXml(answerUrl)}">${say(t, words, 2)}</Gather>`;
  const Twiml = `<Response>${listens}${say(t, t.answerInMoodring)}</Response>`;
  const times = { Timeout: String(RING_SECONDS), TimeLimit: String(CALL_SECONDS) };
  await postToTwilio(account, 'Calls', { To: to, From: account.callsFrom!, Twiml, ...times }, signal);
}

/** TwiML, the last words of a call. */
export function lastWords(t: Words, words: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${say(t, words)}</Response>`;
}

function say(t: Words, words: string, times = 1): string {
  return `<Say voice="Polly.${VOICES[t.$language]}" loop="${times}">${escapeXml(words)}</Say>`;
}

/** For TwiML. */
export function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
