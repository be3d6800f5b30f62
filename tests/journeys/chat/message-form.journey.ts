import { colourOf } from '#tests/support/browser/colour.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

test('/message sends a typed text to a typed number, or says why not', async ({ signUp, guest, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const visitor = await guest();
  const { page } = visitor;
  visitor.expectError(/status of 401 .*texts\/general/);
  await visitor.goesTo('/message');
  await visitor.fillsIn({ 'Phone number': '555 0177', Message: 'Anybody?' }, 'Send Message');
  const refusal = page.getByRole('main').getByText('User is not signed in.', { exact: true });
  await expect(refusal).toBeVisible();
  await expect.poll(() => colourOf(refusal, 'color')).toBe('red');
  expect(await app.sql("select from texts where phone_number = '555 0177'")).toEqual([]);

  await ada.signsInOn(visitor);
  await visitor.goesTo('/message');
  await expect(page.getByText('Goes to phones in the US, just as you write it.', { exact: true })).toBeVisible();
  visitor.expectError(/status of 400 .*texts\/general/);
  await visitor.fillsIn({ 'Phone number': 'home', Message: 'Hello' }, 'Send Message');
  await expect(page.getByRole('alert')).toContainText('A phone number needs digits.');
  await visitor.fillsIn({ 'Phone number': '555 0199', Message: '  ' }, 'Send Message');
  await expect(page.getByRole('alert')).toContainText('A message needs some text.');

  const words = '  Dear friend,\n\n“é” & <b>me</b>: 100% 👋  ';
  await visitor.fillsIn({ 'Phone number': '(020) 7946 0018', Message: words }, 'Send Message');
  await expect(page.getByText('Your message to (020) 7946 0018 is on its way.')).toBeVisible();
  await expect.poll(() => app.textsTo('(020) 7946 0018')).toHaveLength(1);
  expect(app.textsTo('(020) 7946 0018')[0]!.replaceAll('\r\n', '\n')).toBe(words);
});
