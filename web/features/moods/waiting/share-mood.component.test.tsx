import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearDatabase } from '#web/outbox/index.ts';
import { emptyPersonalStores } from '#web/store.ts';
import { choiceIn, dismissMood, moodOutbox, sharedNotice, shareMood } from './share-mood.ts';

/** Answers the calls that store moods. */
let server: () => Promise<Response>;
let asked: string[];

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const stores = async () => Response.json({ mood: asked.at(-1), chosenAt: 1 });
const refuses = async () => Response.json({ error: { code: 'too_many', message: 'Too many.' } }, { status: 429 });

beforeEach(async () => {
  await clearDatabase();
  [server, asked] = [offline, []];
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)).mood);
    return server();
  });
});
afterEach(() => {
  reload();
  sharedNotice.set(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const choice = () => choiceIn(moodOutbox('ada').items.get());
/** The outbox forgets what is not in the browser's database, as with another page. */
const reload = () => emptyPersonalStores(undefined);

test('a refusal is thrown and does not wait; of a choice that waited it is said that it was not sent', async () => {
  server = refuses;
  await expect(shareMood('ada', 'Dark')).rejects.toThrow('Too many.');
  await expect.poll(choice).toBeNull();
  server = offline;
  await shareMood('ada', 'Dark');
  server = refuses;
  moodOutbox('ada').retry();
  await expect.poll(choice).toMatchObject({ isOver: true });
  dismissMood('ada');
  expect(choice()).toBeNull();
});

test('a choice that was cancelled while it is sent, and arrives, is shown; the next one does not wait for it', async () => {
  const arrival = Promise.withResolvers<void>();
  server = () => arrival.promise.then(() => Response.json({ mood: 'Dark', chosenAt: 1 }));
  const shared = shareMood('ada', 'Dark');
  await expect.poll(() => asked).toEqual(['Dark']);
  server = stores;
  expect(await shareMood('ada', 'Green')).toMatchObject({ mood: 'Green' });
  expect(await shared).toBeNull();
  arrival.resolve();
  await expect.poll(() => sharedNotice.get()).toMatchObject({ mood: 'Dark' });
});

test('after ten minutes it is given up, also over a reload, until it is dismissed', async () => {
  await shareMood('ada', 'Dark');
  server = stores;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 10 * 60_000 + 1);
  asked = [];
  reload();
  await expect.poll(choice).toMatchObject({ isOver: true });
  expect(asked).toEqual([]);
  dismissMood('ada');
  reload();
  moodOutbox('ada');
  expect(choice()).toBeNull();
});
