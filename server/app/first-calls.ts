import { HAS_CARDS } from '#contract/ask-screens.ts';

const CHAT = /^\/chat\/([0-9a-f-]{36})\/?$/i;

/**
 * The calls that the screen at an address makes first, as the browser app writes them, so that the page can name them.
 * @param uid of the signed-in person
 */
export function firstCalls(address: string, uid: string): string[] {
  const friend = CHAT.exec(address)?.[1];
  return [
    '/api/identity/get-session',
    `/api/users/${uid}/info/mood`,
    `/api/users/${uid}/connections`,
    // On other screens asks are read late: by then an early answer would be too old.
    ...(HAS_CARDS.test(address) ? ['/api/asks'] : []),
    ...(friend ? [`/api/messages?with=${friend}`] : []),
  ];
}
