/**
 * `node bin/build/screenshots.ts` takes the screenshots of the manifest from the built app with a small circle, into
 * `web/public/screenshots/`, and makes the README's picture of two of them. Run it again when those screens change.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
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
    await writes(friend, ada, content);
  }
  const sam = friends.at(-1)!;
  await writes(ada, sam, 'Of course. Is eight all right? I can come by, too.');
  await writes(sam, ada, 'Eight is good. Just hearing you would help ❤️');
  await ada.goesTo('/circles');
  await ada.page.getByRole('button', { name: 'Not now' }).click();
  for (const [form, viewport] of Object.entries({ narrow: NARROW, wide: WIDE })) {
    await ada.page.setViewportSize(viewport);
    await ada.goesTo('/circles');
    // It comes last.
    await ada.page.getByRole('button', { name: 'I’ll reach out' }).waitFor();
    await ada.page.screenshot({ path: join(folder, `circle-${form}.png`) });
    await ada.goesTo(`/chat/${sam.uid}`);
    await ada.messages.last().waitFor();
    // It comes last.
    await ada.page.getByRole('button', { name: 'Add photos' }).waitFor();
    await ada.page.screenshot({ path: join(folder, `chat-${form}.png`) });
  }
  await takePicture(browser, ['circle-narrow.png', 'chat-wide.png']);
} finally {
  await browser.close();
  await app.close();
}

async function writes(from: Person, to: Person, content: string): Promise<void> {
  await from.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content });
}

/** Screens side by side, for the README. */
async function takePicture(browser: Browser, screens: string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1700, height: 860 } });
  const images = screens.map((screen) => {
    const png = readFileSync(join(folder, screen)).toString('base64');
    return `<img src="data:image/png;base64,${png}" style="height: 780px; border-radius: 24px; box-shadow: 0 16px 48px rgb(60 40 20 / 0.25)">`;
  });
  const style = 'margin: 0; height: 860px; display: flex; gap: 36px; align-items: center; justify-content: center';
  await page.setContent(`<body style="${style}; background: #e7dfd1">${images.join('')}</body>`);
  await page.screenshot({ path: join(import.meta.dirname, '../../docs/moodring.png') });
}
