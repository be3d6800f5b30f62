import { cardOf, chooses, threePeople } from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

test('who signs in next finds no closed cards of the person before', { tag: '@core' }, async ({ signUp }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await chooses(ada, 'Dark');
  await expect(cardOf(grace, ada)).toBeVisible();
  const { mine } = (await (await ada.context.request.get('/api/asks')).json()) as { mine: { id: string } };
  await ada.calls('POST', `/api/asks/${mine.id}/close`, { tell: true });
  await cardOf(grace, ada).getByRole('button', { name: 'OK' }).click();
  const stored = () => grace.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('asks:')));
  expect(await stored()).toEqual([`asks:${grace.uid}`]);
  // The page begins with the stored user, and asks for their circle before the session check.
  grace.allowError(/status of 40[14] /);
  await grace.context.clearCookies();
  await sam.signsInOn(grace);
  await grace.page.reload();
  await expect(grace.page.getByText('Hello, Sam Reed')).toBeVisible();
  await expect.poll(stored).toEqual([]);
  await expect(cardOf(grace, ada)).toContainText('Ada is doing better.');
});
