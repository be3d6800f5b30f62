import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { nameOfColour } from '#tests/support/browser/colour.ts';
import { changePerson, friend, openApp } from '#tests/support/components/open-app.tsx';

const rows = page.getByRole('main').getByRole('list').getByRole('link');
const words = () => rows.elements().map((row) => row.textContent);
const row = page.getByRole('link', { name: 'Grace Hopper' });

const rowsInSight = () =>
  rows
    .elements()
    .filter((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    })
    .map((link) => link.getAttribute('href'));

const goes = (place: string) => page.getByRole('contentinfo').getByRole('link', { name: place }).click();

async function asOnAPhone(width = 390) {
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(1280, 720));
}

const message = (sender: string, content: string, seq = 1) => {
  const receiver = sender === 'ada' ? 'grace' : 'ada';
  return { id: crypto.randomUUID(), seq, sender, receiver, content, timestamp: Date.now(), read: false };
};

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
    await tell({ type: 'message', message: message('grace', 'Long time no see!') });
    await expect.poll(() => words()[0]).toMatch(/Grace Hopper.*[AP]M/);
  },
);

test.each(['/cares', '/circles'])(
  "'Check In?' on %s is there for Dark and Purple, not for others, and opens the chat",
  async (address) => {
    const tell = openApp(address, [friend('Grace', 'Hopper', { isNew: true })]);
    const moods = [
      ['Dark', 'black', true, 'is in bad shape.'],
      ['Yellow', 'yellow', false, 'is okay, just stressed.'],
      ['Green', 'green', false, 'is feeling good.'],
      ['Purple', 'purple', true, 'could really use some support.'],
    ] as const;
    const says = (words: string) => expect.element(row).toMatchTextContent(address === '/circles' ? words : 'Grace');
    await says('is new here.');
    for (const [index, [mood, colour, asks, words]] of moods.entries()) {
      await tell({ type: 'mood', uid: 'grace', mood, chosenAt: index + 2 });
      const bubble = row.getByTitle(mood);
      await expect.element(bubble).toHaveTextContent(mood);
      await says(words);
      expect(nameOfColour(getComputedStyle(await bubble.findElement()).backgroundColor)).toBe(colour);
      expect(row.getByText('Check In?').elements()).toHaveLength(asks ? 1 : 0);
    }
    await row.getByText('Check In?').click();
    await expect.element(page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
    expect(location.pathname).toBe('/chat/grace');
  },
);

test.each(['/cares', '/circles'])(
  '%s shows the first words of the last message, and whose they are',
  async (address) => {
    const preview = { seq: 1, mine: true, text: 'Shall we meet?' };
    const tell = openApp(address, [friend('Grace', 'Hopper', { lastmessage: 1, preview })]);
    await expect.element(row).toMatchTextContent('You: Shall we meet?');
    await tell({ type: 'message', message: message('grace', 'Yes, at ten', 2) });
    await expect.element(row).toMatchTextContent('Yes, at ten');
    expect((await row.findElement()).textContent).not.toContain('You:');
  },
);

test('both lists show the first words of a draft, and of a message on its way', async () => {
  openApp('/chat/grace', [friend('Grace', 'Hopper')]);
  const box = page.getByLabelText('Your message');
  await box.fill('Half a\nthought');
  for (const place of ['Chats', 'Circle']) {
    await goes(place);
    await expect.element(row).toMatchTextContent('Draft: Half a thought');
  }
  await row.click();
  await box.fill('Written on the train');
  await page.getByRole('button', { name: 'Send' }).click();
  for (const place of ['Chats', 'Circle']) {
    await goes(place);
    await expect.element(row).toMatchTextContent('You: Written on the train');
    expect((await row.findElement()).textContent).not.toContain('Draft:');
  }
});

test('the way back from a chat leads to the same rows of a long list, also without a scroll event', async () => {
  await asOnAPhone();
  openApp(
    '/circles',
    Array.from({ length: 1_000 }, (_, number) => friend(`Friend${number}`, 'Whitlock')),
  );
  await expect.poll(() => rows.elements()[0]?.closest('li')).toHaveAttribute('aria-setsize', '1000');
  window.scrollTo(0, 50_000);
  // Which rows there are depends on the machine's fonts.
  await expect.poll(rowsInSight).toContainEqual(expect.stringMatching(/friend[2-9]\d\d$/));
  const before = rowsInSight();
  document.querySelector<HTMLElement>(`a[href="${before[2]}"]`)!.click();
  await expect.element(page.getByLabelText('Your message')).toBeVisible();
  // Chromium may send none when the window is back, before the next frame, where it was in the last one.
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const stop = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('scroll', stop, { capture: true, signal: stopping.signal });
  history.back();
  await expect.poll(rowsInSight).toEqual(before);
});

test.each([
  [`https://example.com/${'long'.repeat(60)}`, 'ltr'],
  [`مرحبا ${'كيف حالك '.repeat(30)}`, 'rtl'],
])('a preview is one line, however long, and has the direction of its words: %s', async (text, direction) => {
  await asOnAPhone(320);
  const preview = { seq: 1, mine: false, text };
  openApp('/cares', [friend('Grace', 'Wolfeschlegelsteinhausen', { lastmessage: 1, preview })]);
  const shown = page.getByRole('main').getByText(text.slice(0, 20));
  await expect.element(shown).toHaveStyle({ direction });
  expect((await shown.findElement()).getBoundingClientRect().height).toBeLessThan(30);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test.each([
  ['You: Photo', {}],
  ['You: Message deleted', { deleted: true } as const],
])('a message without words reads ‘%s’', async (words, more) => {
  await asOnAPhone();
  openApp('/cares', [
    friend('Grace', 'Hopper', { lastmessage: 1, preview: { seq: 1, mine: true, text: '', ...more } }),
  ]);
  await expect.element(row).toMatchTextContent(words);
});

test.each([
  ['refused', () => new Response('', { status: 503 })],
  ['never answered', () => new Promise<Response>(() => {})],
])('the lists do not wait for asks that are %s', async (_, answer) => {
  await asOnAPhone();
  openApp('/cares', [friend('Grace', 'Hopper', { mood: 'Dark' })], { 'GET /api/asks': answer });
  for (const place of ['Circle', 'Chats']) {
    await expect.element(row).toMatchTextContent('Check In?');
    await goes(place);
  }
});

test('who logs in next in the same tab does not read who was removed', async () => {
  openApp('/circles', [friend('Grace', 'Hopper')], {
    'DELETE /api/users/ada/connections/grace?block=true': null,
    'GET /api/users/sam/info/mood': { mood: 'Green', chosenAt: 1 },
  });
  for (const name of ['More about Grace', 'Remove, block or report', 'Remove Grace'])
    await page.getByRole('button', { name }).click();
  const said = page.getByText('Grace is no longer in your circle.');
  await expect.element(said).toBeVisible();
  expect(JSON.stringify(history.state)).not.toContain('Grace');
  await changePerson('sam');
  await expect.element(page.getByRole('link', { name: 'Your mood' })).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
});
