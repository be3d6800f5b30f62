import { barOf, cardOf, endsHold, shares, supportTexts, threePeople } from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

// Under 100, so that a sheet's time has a digit more.
test.use({ undoSeconds: '90' });

test('before sharing Dark the screen says who is told; within the hold an undo texts nobody', { tag: '@core' }, async ({
  signUp,
  app,
}) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await grace.goesTo('/circles');
  await ada.goesTo('/status');
  await ada.page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(ada.page.getByText('Sharing this tells 2 friends and texts 2 of them.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Ask my friends for support' }).click();
  await expect(barOf(ada)).toContainText(/Your friends are (texted|asked) in \d+ s\./);
  // Once, and not with every second.
  const announced = ada.page.locator('p[data-about="own ask"]');
  await expect(announced).toHaveText(/Your friends are (texted|asked) in \d+ s\. You can undo it\./);
  const first = await announced.textContent();
  await expect(grace.rowOf(ada)).toContainText('Check In?');
  await expect(cardOf(grace, ada)).toHaveCount(0);

  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('Undone. Nobody was texted.');
  await expect(barOf(ada).getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  expect(await announced.textContent()).toBe(first);
  await expect(ada.page.getByRole('radio', { name: 'Feeling Good – your mood now' })).toBeVisible();
  await expect(grace.rowOf(ada)).not.toContainText('Check In?');
  await barOf(ada).getByRole('button', { name: 'OK' }).click();
  await expect(barOf(ada)).toBeEmpty();
  const left = `select id::text from causes where choice in (select id from mood_choices where uid = $1)
    union all select id::text from texts where author = $1`;
  expect(await app.sql(left, [ada.uid])).toEqual([]);
  for (const friend of [grace, sam]) expect(supportTexts(app, friend)).toEqual([]);
});

test('what would help and whom to ask, for one ask; the sheet gives time', { tag: '@core' }, async ({
  signUp,
  app,
}) => {
  const { ada, grace, sam } = await threePeople(signUp);
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await barOf(ada).getByRole('button', { name: 'Say what would help' }).click();
  const sheet = ada.page.getByRole('dialog', { name: 'What would help?' });
  await expect(sheet).toContainText(/in 1\d\d s\./);
  await expect(sheet.getByRole('link', { name: 'Helplines' })).toHaveAttribute('href', '/help');
  await sheet.getByText('Message me').click();
  await sheet.getByLabel('A line for your friends').fill('bad night');
  await sheet.getByText('These friends').click();
  await expect(sheet).toContainText('Choose at least one friend, or undo.');
  await sheet.getByLabel('Grace Hopper').check();
  await expect(sheet).toContainText('The others see your mood as before.');
  const timeGivenBack = ada.page.waitForResponse('**/hold');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
  expect((await timeGivenBack).status()).toBe(200);
  expect(await app.sql('select help, note, chosen from asks where uid = $1', [ada.uid])).toEqual([
    { help: 'message', note: 'bad night', chosen: [grace.uid] },
  ]);

  await endsHold(app, ada);
  await grace.goesTo('/circles');
  await expect(cardOf(grace, ada)).toContainText('Message me · “bad night”');
  await sam.goesTo('/circles');
  await expect(sam.rowOf(ada)).toContainText('Check In?');
  await expect(cardOf(sam, ada)).toHaveCount(0);
});

test('after the texts have left, an undo says so', async ({ signUp, app }) => {
  const { ada } = await threePeople(signUp);
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  await expect(barOf(ada)).toContainText('in ');
  ada.expectError(/status of 409/);
  // The texts leave while the press is on its way.
  await ada.page.route('**/undo', async (route) => {
    await app.sql("update asks set opens_at = now() - interval '1 second' where uid = $1", [ada.uid]);
    await app.sql('delete from causes where choice in (select id from mood_choices where uid = $1)', [ada.uid]);
    await route.continue();
  });
  await barOf(ada).getByRole('button', { name: 'Undo' }).click();
  await expect(barOf(ada)).toContainText('The texts have left. You can tell your friends that you’re OK.');
});

test('a hold that ends while Undo has the focus leaves the focus in the bar', async ({ signUp, app }) => {
  const { ada } = await threePeople(signUp);
  await ada.goesTo('/status');
  await shares(ada, "I'm in bad shape");
  const undo = barOf(ada).getByRole('button', { name: 'Undo' });
  await undo.focus();
  await endsHold(app, ada);
  await expect(undo).toHaveCount(0);
  await expect(barOf(ada)).toBeFocused();
});

test('a friend who came meanwhile is counted before the next choice, and the bar says that nobody is asked', async ({
  signUp,
  app,
}) => {
  const [ada, grace] = [await signUp('Ada', 'Lovelace'), await signUp('Grace', 'Hopper')];
  await ada.goesTo('/status');
  await ada.page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(ada.page.getByText('Nobody is asked.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Ask my friends for support' }).click();
  await expect(barOf(ada)).toContainText('Nobody is asked.');
  await app.sql(
    `update asks set called_at = called_at - interval '1 minute', opens_at = now() - interval '1 second' where uid = $1`,
    [ada.uid],
  );
  await app.sql('delete from causes where choice in (select id from mood_choices where uid = $1)', [ada.uid]);
  await grace.calls('PUT', `/api/users/${grace.uid}/connections/${ada.uid}`, {});
  await ada.page.getByRole('main').getByText("I'm in bad shape").click();
  await expect(ada.page.getByText('Sharing this tells 1 friend and texts them.')).toBeVisible();
  await ada.page.reload();
  await expect(barOf(ada)).toContainText('Nobody is asked.');
});
