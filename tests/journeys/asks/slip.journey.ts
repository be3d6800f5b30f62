import { barOf, cardOf, shares, supportTexts, threePeople } from '#tests/support/browser/care.ts';
import { expect, PATIENTLY, test } from '#tests/support/browser/journey.ts';

test.use({ undoSeconds: '90' });

test('a slip is told once, to the friend whose text had left', {
  tag: '@core',
}, async ({ signUp, guest, app }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText('Friends see Dark. Asking them in ');
  // The gateway takes the text to Grace alone; the one to Sam waits for another try.
  app.endpoint.answer = (response, { body }) =>
    response.writeHead(body.phoneNumber === grace.phonenumber ? 202 : 503).end();
  await app.sql('update causes set opens_at = now()');
  const statuses = () => app.sql('select status from texts where author = $1 order by status', [ada.uid]);
  await expect.poll(statuses, PATIENTLY).toEqual([{ status: 'queued' }, { status: 'sent' }]);
  app.endpoint.answer = (response) => response.writeHead(202).end();

  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. 1 of 2 texts had left.');
  await expect(grace.rowOf(ada)).not.toContainText('Check In?');
  await expect(cardOf(grace, ada)).toHaveCount(0);
  await ada.page.reload();
  await expect(barOf(ada)).toContainText('Undone. Friends see Green again. 1 of 2 texts had left.');

  // By keyboard: the button goes, and the words that come in its place have the focus.
  const tablet = await guest();
  await ada.signsInOn(tablet);
  await tablet.goesTo('/circles');
  const bar = tablet.page.getByRole('region', { name: 'Your mood' });
  await bar.getByRole('button', { name: 'Tell them it was a slip' }).press('Enter');
  await expect(bar.getByRole('button', { name: 'Tell them it was a slip' })).toHaveCount(0);
  await expect(bar).toContainText('Friends who take texts are told that it was a slip.');
  const focused = () => tablet.page.evaluate(() => document.activeElement?.closest('section')?.ariaLabel);
  await expect.poll(focused).toBe('Your mood');
  await expect
    .poll(() => supportTexts(app, grace).at(-1), PATIENTLY)
    .toBe(`Ada Lovelace picked that mood by mistake and is OK ${app.url}/chat/${ada.uid}`);
  expect(supportTexts(app, grace)).toHaveLength(2);
  expect(supportTexts(app, sam).filter((text) => text.includes('mistake'))).toEqual([]);
  // The gateway has a text a moment before its row says so.
  const all = `select string_agg(cause || ' ' || status, ', ' order by cause, status) from texts where author = $1`;
  await expect.poll(() => app.sql(all, [ada.uid])).toEqual([{ string_agg: 'mood cancelled, mood sent, slip sent' }]);
  // The first device offers it no more.
  await expect(barOf(ada)).toBeEmpty();

  await bar.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(bar).toBeEmpty();
  await expect(tablet.page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(bar.getByRole('link', { name: 'Helplines' })).toHaveCount(0);
});
