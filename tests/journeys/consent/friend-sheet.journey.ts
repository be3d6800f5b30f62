import { cardOf, chooses, threePeople } from '#tests/support/browser/care.ts';
import { connected, expect, friends, type Person, test } from '#tests/support/browser/journey.ts';
import { enterOn, tabTo } from '#tests/support/browser/keyboard.ts';

// The times here are those of a clock of 24 hours.
test.use({ locale: 'en-GB' });

const sheetOf = ({ page }: Person, friend: Person) => page.getByRole('dialog', { name: friend.displayName });

/** Opens the sheet from the friend's row, on /circles or /cares. */
async function opensSheet(person: Person, friend: Person, from = '/circles'): Promise<void> {
  await person.goesTo(from);
  await person.page.getByRole('button', { name: `More about ${friend.displayName}` }).click();
  await expect(sheetOf(person, friend).getByText('isn’t told')).toBeVisible();
}

test('a friend’s asks are muted by keyboard: no card comes, ‘Check In?’ stays', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const sam = await signUp('Sam', 'Reed');
  await connected(sam, ada);
  await grace.opensChatWith(ada);
  const { page } = grace;
  await enterOn(page, page.getByRole('button', { name: 'Chat with Ada' }));
  const sheet = sheetOf(grace, ada);
  await enterOn(page, sheet.getByRole('button', { name: '8 hours' }));
  await expect(sheet.getByText(/^Muted until .*\d\d:\d\d\.$/)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Chat with Ada' })).toBeFocused();

  for (const friend of [grace, sam]) await friend.goesTo('/circles');
  await chooses(ada, 'Dark');
  await expect(cardOf(sam, ada)).toBeVisible();
  await expect(page.getByText('Check In?')).toBeVisible();
  await expect(cardOf(grace, ada)).toHaveCount(0);

  await opensSheet(grace, ada);
  await sheet.getByRole('button', { name: 'Unmute' }).click();
  await expect(sheet.getByRole('button', { name: 'Until I change it' })).toBeVisible();
});

test('a hidden mood: Sam’s browser goes on seeing Green, Grace’s sees Dark', { tag: '@core' }, async ({ signUp }) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await opensSheet(ada, sam, '/cares');
  const hide = sheetOf(ada, sam).getByRole('switch', { name: 'Hide my mood from Sam' });
  await ada.stores(() => hide.click());
  await expect(hide).toBeChecked();

  for (const friend of [grace, sam]) await friend.goesTo('/circles');
  await expect(sam.rowOf(ada)).toContainText('Green');
  await chooses(ada, 'Dark');
  await expect(grace.rowOf(ada)).toContainText('Dark');
  await expect(grace.rowOf(ada)).toContainText('Check In?');
  await expect(sam.rowOf(ada)).toContainText('Green');
  await sam.page.reload();
  await expect(sam.rowOf(ada)).toContainText('Green');
  await expect(sam.page.getByText('Check In?')).toBeHidden();
  await sam.rowOf(ada).click();
  await expect(sam.page.getByText('Ada is new here.').first()).toBeVisible();
});

test('a removed friend is gone on both screens, and comes back with messages', {
  tag: '@core',
}, async ({ signUp }) => {
  const ada = await signUp('Adaline', 'Quimby');
  const grace = await signUp('Gracelyn', 'Hoverton');
  await connected(ada, grace);
  await grace.opensChatWith(ada);
  await expect(grace.rowOf(ada)).toContainText('Hey 👋');
  await opensSheet(ada, grace);
  await sheetOf(ada, grace).getByRole('button', { name: 'Remove, block or report' }).click();
  const sheet = ada.page.getByRole('dialog', { name: 'Remove or report Gracelyn' });
  await expect(sheet.getByRole('checkbox', { name: 'Block Gracelyn, too' })).toBeChecked();
  await expect(sheet.getByText('Your old link stops.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Remove Gracelyn' }).click();
  await expect(ada.page).toHaveURL('/circles');
  await expect(ada.page.getByRole('status').getByText('Gracelyn is no longer in your circle.')).toBeVisible();
  await expect(ada.rowOf(grace)).toBeHidden();
  await expect(grace.page.getByText('You’re not connected with this person.')).toBeVisible();
  await expect(grace.page.getByText('Nobody here yet')).toBeVisible();
  await expect(grace.page.getByText('Hey 👋')).toBeHidden();

  for (const person of [ada, grace]) await person.goesBy('Add');
  await grace.searches('Quimby');
  await expect(grace.page.getByText('Nobody by that name yet')).toBeVisible();
  await ada.searches('Hoverton');
  await expect(ada.page.getByText('Nobody by that name yet')).toBeVisible();

  await ada.goesTo('/settings/found');
  const blocked = ada.page.getByRole('list', { name: 'Blocked people' });
  await expect(blocked).toHaveText(/Gracelyn Hoverton/);
  await ada.page.getByRole('button', { name: 'Unblock Gracelyn Hoverton' }).click();
  await expect(ada.page.getByText('Gracelyn Hoverton is not blocked any more.')).toBeFocused();
  await ada.goesBy('Add');
  await ada.searches('Hoverton');
  await ada.page.getByRole('button', { name: 'Connect' }).click();
  await ada.rowOf(grace).click();
  // The greetings of both connections.
  await expect(ada.messages).toHaveCount(2);
});

test('a report says who reads it, counts its letters, and can hold the last messages', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { locale: 'en-GB' });
  await opensSheet(ada, grace);
  const { page } = ada;
  await enterOn(page, sheetOf(ada, grace).getByRole('button', { name: 'Remove, block or report' }));
  const sheet = page.getByRole('dialog', { name: 'Remove or report Grace' });
  await expect(sheet.getByRole('heading', { name: 'Remove or report Grace' })).toBeFocused();
  await expect(
    sheet.getByText('The person who runs this Moodring reads it, maybe not today. In danger, call 999.'),
  ).toBeVisible();
  await expect(sheet.getByRole('link', { name: '999' })).toHaveAttribute('href', 'tel:999');
  await enterOn(page, sheet.getByRole('button', { name: 'Send the report' }));
  await expect(sheet.getByText('Please say what happened.')).toBeVisible();
  await sheet.getByLabel('What happened?').fill('x'.repeat(2_000));
  await expect(sheet.getByText('0 characters left')).toBeVisible();
  await sheet.getByLabel('What happened?').fill('She threatens me.');
  await expect(sheet.getByText('characters left')).toHaveCount(0);
  await tabTo(page, sheet.getByRole('checkbox', { name: 'Add our last 5 messages' }));
  await page.keyboard.press('Space');
  await enterOn(page, sheet.getByRole('button', { name: 'Send the report' }));
  await expect(sheet.getByText('Thank you. Your report is stored.')).toBeFocused();
  const rows = await app.sql<{ reason: string; count: number }>(
    'select reason, jsonb_array_length(messages) as count from reports where reporter = $1 and reported = $2',
    [ada.uid, grace.uid],
  );
  expect(rows).toEqual([{ reason: 'She threatens me.', count: 1 }]);
});
