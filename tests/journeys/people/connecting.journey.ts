import { colourOf } from '#tests/support/browser/colour.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

test('people are found and connected, with a greeting and texts', {
  tag: '@core',
}, async ({ signUp, app }) => {
  // A name of this journey alone.
  const tag = `zq${crypto.randomUUID().replace(/[^a-f]/g, '')}`;
  const ada = await signUp('Ada', `${tag}lace`);
  const known = await signUp('Ottoline', `${tag}wood`);
  const grace = await signUp(`Grace${tag}`, 'Brackenbury');
  await ada.calls('PUT', `/api/users/${ada.uid}/connections/${known.uid}`, {});
  await grace.goesTo('/circles');
  await expect(grace.page.getByRole('heading', { name: 'Nobody here yet' })).toBeVisible();

  const { page } = ada;
  const people = page.getByRole('list', { name: 'People found' });
  const box = page.getByPlaceholder('Search by first or last name.', { exact: true });
  await ada.goesTo('/connect');
  await ada.searches(' zq ');
  await expect(page.getByText('Three letters or more, please.')).toBeVisible();
  await expect(people).toBeHidden();
  await ada.searches('%%%');
  await expect(page.getByRole('heading', { name: 'Nobody by that name yet' })).toBeVisible();
  await ada.searches('000 000 000');
  await expect(page.getByRole('heading', { name: 'Nobody with that number yet' })).toBeVisible();
  await ada.searches(grace.phonenumber.slice(-7));
  await expect(people.getByText(grace.displayName)).toBeVisible();
  await box.fill(`${tag}woo`);
  await box.press('Enter');
  await expect(people.getByRole('listitem')).toHaveText([new RegExp(known.displayName)]);
  await box.fill('zq ');
  await expect(people).toBeHidden();
  // Everybody of that name but oneself.
  await ada.searches(`  ${tag.toUpperCase()} `);
  await expect(people.getByRole('listitem')).toHaveCount(2);

  const done = people.getByRole('listitem').filter({ hasText: known.displayName }).getByText('Connected');
  await expect.poll(() => colourOf(done, 'background-color')).toBe('gray');
  await done.click();
  await expect(page).toHaveURL('/connect');
  const connect = people.getByRole('button', { name: 'Connect', exact: true });
  await expect(connect).toHaveCount(1);
  await expect.poll(() => colourOf(connect, 'background-color')).toBe('blue');
  await connect.click();
  await expect(page).toHaveURL('/circles/');
  await expect(ada.rowOf(grace)).toBeVisible();
  await page.goBack();
  await expect(people.getByText('Connected')).toHaveCount(2);

  await expect(grace.rowOf(ada)).toContainText('1 unread message');
  await grace.rowOf(ada).click();
  await expect(grace.messages).toHaveText(['Ada: Hey 👋 how are you doing today?']);
  await expect
    .poll(() => app.textsTo(grace.phonenumber))
    .toEqual([`Grace${tag}, your new connection Ada just sent you a message on Moodring ${app.url}`]);
  expect(app.textsTo(ada.phonenumber)).toEqual([]);

  await grace.messageBox.fill('   ');
  await grace.messageBox.press('Enter');
  await grace.says('Well, and you?');
  const text = `Your friend ${grace.displayName} sent you a message on Moodring (${app.url})`;
  await expect.poll(() => app.textsTo(ada.phonenumber)).toEqual([text]);
});
