/**
 * `node bin/build/screenshots.ts` takes the screenshots of the manifest from the built app with a small circle, into
 * `web/public/screenshots/`. Run it again when those screens change.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Mood } from '#contract/moods.ts';
import { launchOptions } from '#fixtures/chromium.ts';
import { connected, Person } from '#tests/support/people/person.ts';
import { App } from '#tests/support/servers/app-process.ts';

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

const FRIENDS: [firstname: string, lastname: string, mood: Mood, message: string][] = [
  ['Grace', 'Hopper', 'Green', 'Coffee on Saturday?'],
  ['Mei', 'Tanaka', 'Yellow', 'Two more exams, then I can breathe.'],
  ['Sam', 'Okafor', 'Purple', 'Long week. Could you call tonight?'],
];

const folder = join(import.meta.dirname, '../../web/public/screenshots');
mkdirSync(folder, { recursive: true });
const app = await App.open();
const browser = await chromium.launch(launchOptions());
try {
  const signUp = (firstname: string, lastname: string) => {
    const email = `${firstname}@example.com`.toLowerCase();
    return Person.signUp(
      browser,
      app.url,
      { reducedMotion: 'reduce', isMobile: true },
      { firstname, lastname, email, phonenumber: '' },
    );
  };
  const ada = await signUp('Ada', 'Lovelace');
  const friends = [];
  for (const [firstname, lastname, mood, content] of FRIENDS) {
    const friend = await signUp(firstname, lastname);
    friends.push(friend);
    await connected(ada, friend);
    await friend.calls('PUT', `/api/users/${friend.uid}/info/mood`, { mood });
    await friend.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: ada.uid, content });
  }
  const sam = friends.at(-1)!;
  for (const [form, viewport] of Object.entries({ narrow: NARROW, wide: WIDE })) {
    await ada.page.setViewportSize(viewport);
    await ada.goesTo('/circles');
    await ada.rowOf(sam).waitFor();
    await ada.page.screenshot({ path: join(folder, `circle-${form}.png`) });
    await ada.goesTo(`/chat/${sam.uid}`);
    await ada.messages.last().waitFor();
    await ada.page.screenshot({ path: join(folder, `chat-${form}.png`) });
  }
} finally {
  await browser.close();
  await app.close();
}
