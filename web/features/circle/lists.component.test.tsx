import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { nameOfColour } from '#tests/support/browser/colour.ts';
import { friend, openApp } from '#tests/support/components/open-app.tsx';

const rows = page.getByRole('main').getByRole('list').getByRole('link');
const words = () => rows.elements().map((row) => row.textContent);
/** By the browser's clock of 12 hours. */
const NOW = /\d{1,2}:\d\d\s[AP]M/;
const row = page.getByRole('link', { name: 'Grace Hopper' });

const NO_MESSAGES = { 'GET /api/messages?with=grace': { messages: [], before: null } };

test.each(['/cares', '/circles'])(
  "%s is sorted by the last message, newest first, whatever the moods are, and shows '2023' without one",
  async (address) => {
    const tell = openApp(address, [
      friend('Grace', 'Hopper', { mood: 'Dark' }),
      friend('Mei', 'Tanaka', { lastmessage: new Date(2020, 2, 3).getTime() }),
      friend('Sam', 'Whitlock', { lastmessage: Date.now() }),
    ]);
    await expect
      .poll(words)
      .toEqual([
        expect.stringMatching(/Sam Whitlock.*[AP]M/),
        expect.stringMatching(/Mei Tanaka.*3 Mar 2020/),
        expect.stringMatching(/Grace Hopper.*2023/),
      ]);
    const written = { content: 'Long time no see!', timestamp: Date.now(), read: false };
    await tell({
      type: 'message',
      message: { id: crypto.randomUUID(), seq: 1, sender: 'grace', receiver: 'ada', ...written },
    });
    await expect.poll(() => words()[0]).toMatch(/Grace Hopper.*[AP]M/);
  },
);

test('times in a chat are those of the browser, too', async () => {
  openApp('/chat/grace', [friend('Grace', 'Hopper')], {
    'GET /api/messages?with=grace': {
      messages: [
        { id: 'hello', seq: 1, sender: 'ada', receiver: 'grace', content: 'Hello', timestamp: Date.now(), read: true },
      ],
      before: null,
    },
  });
  await expect.element(page.getByRole('log').getByRole('time')).toMatchTextContent(NOW);
});

test.each(['/cares', '/circles'])(
  "'Check In?' on %s is there for Dark and Purple, not for others, and opens the chat",
  async (address) => {
    const tell = openApp(address, [friend('Grace', 'Hopper')], NO_MESSAGES);
    const moods = [
      ['Dark', 'black', true],
      ['Yellow', 'yellow', false],
      ['Green', 'green', false],
      ['Purple', 'purple', true],
    ] as const;
    await expect.element(row).toBeVisible();
    for (const [index, [mood, colour, asks]] of moods.entries()) {
      await tell({ type: 'mood', uid: 'grace', mood, chosenAt: index + 2 });
      const bubble = row.getByTitle(mood);
      await expect.element(bubble).toHaveTextContent(mood);
      expect(nameOfColour(getComputedStyle(bubble.element()).backgroundColor)).toBe(colour);
      expect(row.getByText('Check In?').elements()).toHaveLength(asks ? 1 : 0);
    }
    await row.getByText('Check In?').click();
    await expect.element(page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
    expect(location.pathname).toBe('/chat/grace');
  },
);
