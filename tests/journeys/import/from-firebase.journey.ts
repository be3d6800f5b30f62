import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FIREBASE_PASSWORD, writeLargeFirebaseExport } from '#fixtures/firebase-export.ts';
import { expect, type Guest, PATIENTLY, test } from '#tests/support/browser/journey.ts';
import { SHARE } from '#tests/support/people/person.ts';
import { App } from '#tests/support/servers/app-process.ts';

let app: App;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodring-firebase-'));
  app = await App.make();
  app.hashesAtRealCost = true;
  await app.start();
});
test.afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('a thousand people come from Firebase; with the old password they find circle and chats, and are asked by a friend’s Dark', async ({
  guest,
}) => {
  const { users, database, hash } = await writeLargeFirebaseExport(folder, 1_000, 5_000);
  const files = ['--users', users, '--database', database, '--hash', hash];
  const { stdout } = await promisify(execFile)(process.execPath, ['bin/admin.ts', 'import', 'firebase', ...files], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: app.dataDir },
  });
  expect(stdout).toContain('New: 1000 people, 1000 of them with their password');

  const logIn = async (n: number): Promise<Guest> => {
    const person = await guest({ app });
    await person.goesTo('/login');
    await person.fillsIn({ Email: `person${n}@example.com`, Password: FIREBASE_PASSWORD }, 'Login');
    await expect(person.page.getByRole('heading', { name: `Hi Ann${n} Lee, Welcome to Moodring` })).toBeVisible();
    return person;
  };
  const { page } = await logIn(0);
  await page.goto('/cares');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ann1 Lee/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Chat with Ann1' })).toBeVisible();
  await expect(page.getByRole('log').getByText('Hello number 3000 👋')).toBeVisible();
  await page.goto('/cares');

  const { page: other } = await logIn(1);
  await other.getByRole('main').getByText("I'm in bad shape").click();
  await other.getByRole('button', { name: SHARE }).click();
  await expect(page.getByRole('region', { name: /^Ann1 asks for support/ })).toBeVisible(PATIENTLY);
  await expect.poll(() => app.endpoint.received.some(({ body }) => body.phoneNumber === '+14155550000')).toBe(true);
});
