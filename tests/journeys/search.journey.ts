import { randomUUID } from 'node:crypto';
import { colourOf } from '#tests/support/browser/colour.ts';
import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';

/** A person who searches, a connection of theirs, and a stranger; all three names contain `tag`. */
async function signUpThree(signUp: (firstname: string, lastname: string) => Promise<Person>) {
  const tag = `zq${randomUUID().replace(/[^a-f]/g, '')}`;
  const seeker = await signUp('Quillon', `${tag}ine`);
  const known = await signUp('Ottoline', `${tag}wood`);
  const unknown = await signUp(`Ann${tag}`, 'Brackenbury');
  await connected(seeker, known);
  await seeker.goesTo('/connect');
  return { tag, seeker, known, unknown, people: seeker.page.getByRole('list', { name: 'People found' }) };
}

test('three characters find people by first or last name in any case, but never oneself', async ({ signUp }) => {
  const { tag, seeker, known, unknown, people } = await signUpThree(signUp);
  const box = seeker.page.getByPlaceholder('Search by first or last name.', { exact: true });
  const search = seeker.page.getByRole('button', { name: 'Search', exact: true });

  await box.fill(' zq ');
  await search.click();
  await expect(seeker.page.getByText('Three letters or more, please.')).toBeVisible();
  await expect(people).toBeHidden();

  await box.fill(`  ${tag.toUpperCase()} `);
  await search.click();
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await expect(people).toContainText(known.displayName);
  await expect(people).toContainText(unknown.displayName);

  await box.fill('zq ');
  await expect(people).toBeHidden();

  await box.fill(`${tag}woo`);
  await box.press('Enter');
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await expect(people).toContainText(known.displayName);
});

test('a part of a phone number finds people', async ({ signUp }) => {
  const { seeker, unknown, people } = await signUpThree(signUp);
  await seeker.page.getByPlaceholder('Search by first or last name.').fill(unknown.phonenumber.slice(-7));
  await seeker.page.getByRole('button', { name: 'Search' }).click();
  await expect(people.getByText(unknown.displayName)).toBeVisible();
});

test('a full name in either order and a number with separators find the person', async ({ signUp }) => {
  const { tag, seeker, known, unknown, people } = await signUpThree(signUp);
  const digits = known.phonenumber.slice(-7);
  for (const [query, person] of [
    [`ottoline  ${tag}wood`, known],
    [`${tag}wood ottoli`, known],
    [`brackenbury ann${tag}`, unknown],
    [`${digits.slice(0, 3)}\u00a0${digits.slice(3, 5)}.${digits.slice(5)}`, known],
  ] as const) {
    await seeker.page.getByPlaceholder('Search by first or last name.').fill(query);
    await seeker.page.getByRole('button', { name: 'Search' }).click();
    await expect(people.getByRole('listitem')).toHaveCount(1);
    await expect(people).toContainText(person.displayName);
  }
});

test("'Connected' is gray and does nothing, 'Connect' is blue and opens the circle", async ({ signUp }) => {
  const { tag, seeker, known, unknown, people } = await signUpThree(signUp);
  const { page } = seeker;
  await page.getByPlaceholder('Search by first or last name.').fill(tag);
  await page.getByRole('button', { name: 'Search' }).click();

  const done = people.getByRole('listitem').filter({ hasText: known.displayName }).getByText('Connected');
  await expect.poll(() => colourOf(done, 'background-color')).toBe('gray');
  await done.click();
  await expect(page).toHaveURL('/connect');

  const connect = people.getByRole('button', { name: 'Connect', exact: true });
  await expect(connect).toHaveCount(1);
  await expect.poll(() => colourOf(connect, 'background-color')).toBe('blue');
  await connect.click();
  await expect(page).toHaveURL('/circles/');
  await expect(seeker.rowOf(unknown)).toBeVisible();

  await page.goBack();
  await expect(people.getByText('Connected')).toHaveCount(2);
});

test('a search without results says so', async ({ signUp }) => {
  const { seeker } = await signUpThree(signUp);
  await seeker.page.getByPlaceholder('Search by first or last name.').fill('%%%');
  await seeker.page.getByRole('button', { name: 'Search' }).click();
  await expect(seeker.page.getByRole('heading', { name: 'Nobody by that name yet' })).toBeVisible();
  await seeker.page.getByPlaceholder('Search by first or last name.').fill('000 000 000');
  await seeker.page.getByRole('button', { name: 'Search' }).click();
  await expect(seeker.page.getByRole('heading', { name: 'Nobody with that number yet' })).toBeVisible();
});

test('a search without a connection says so', async ({ signUp }) => {
  const { seeker } = await signUpThree(signUp);
  await expect(seeker.page.getByPlaceholder('Search by first or last name.')).toBeVisible();
  seeker.expectError(/net::ERR_INTERNET_DISCONNECTED/);
  await seeker.context.setOffline(true);
  await seeker.page.getByPlaceholder('Search by first or last name.').fill('somebody');
  await seeker.page.getByRole('button', { name: 'Search' }).click();
  await expect(seeker.page.getByText('Moodring cannot be reached right now.')).toBeVisible({ timeout: 20_000 });
});
