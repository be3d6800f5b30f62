import type { TextMessage } from '#contract/inputs.ts';
import { call } from '#web/http.ts';

/** Sends a text message of kind general (spec §7). Throws `CallError`; signed out, with 'User is not signed in.' */
export async function sendText(text: TextMessage): Promise<void> {
  await call('POST', '/api/texts/general', text);
}
