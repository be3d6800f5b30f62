import { connected, expect, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';

const goesBy = (person: Person, label: string) =>
  person.page.getByRole('contentinfo').getByRole('link', { name: label }).click();
const says = (from: Person, to: Person, content: string) =>
  from.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content });

test('both lists show the first words of the last message, live and after a reload', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  for (const address of ['/cares', '/circles']) {
    await says(ada, grace, 'Shall we meet?');
    await ada.goesTo(address);
    await expect(ada.rowOf(grace)).toContainText('You: Shall we meet?');
    await says(grace, ada, `Yes,\n\n  at ${address}`);
    await expect(ada.rowOf(grace)).toContainText(`Yes, at ${address}`);
    await expect(ada.rowOf(grace)).not.toContainText('You:');
    await ada.page.reload();
    await expect(ada.rowOf(grace)).toContainText(`Yes, at ${address}`);
  }
});

test('a preview is one line, however long its words are, and its own words decide its direction', async ({
  signUp,
}) => {
  const ada = await signUp('Ada', 'Lovelace', { viewport: { width: 320, height: 700 } });
  const grace = await signUp('Grace', 'Wolfeschlegelsteinhausen');
  await connected(ada, grace);
  await ada.goesTo('/cares');
  for (const [words, direction] of [
    [`https://example.com/${'long'.repeat(60)}`, 'ltr'],
    [`مرحبا ${'كيف حالك '.repeat(30)}`, 'rtl'],
  ] as const) {
    await says(grace, ada, words);
    const preview = ada.rowOf(grace).getByText(words.slice(0, 20));
    await expect(preview).toHaveCSS('direction', direction);
    expect((await preview.boundingBox())!.height).toBeLessThan(30);
    expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

test('a draft stands in place of the last message, except beside its own chat', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('Half a\nthought');
  const row = ada.page.getByRole('list', { name: 'Your chats' }).getByRole('link');
  await expect(row).toContainText('Hey 👋');
  await goesBy(ada, 'Chats');
  await expect(row).toContainText('Draft: Half a thought');
  await goesBy(ada, 'Circle');
  await expect(ada.rowOf(grace)).toContainText('Draft: Half a thought');
  await ada.page.reload();
  await expect(ada.rowOf(grace)).toContainText('Draft: Half a thought');
  await ada.rowOf(grace).click();
  await ada.says('A whole thought');
  await goesBy(ada, 'Chats');
  await expect(row).toContainText('You: A whole thought');
  await expect(row).not.toContainText('Draft:');
});

test('a message on its way shows at once', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  ada.allowError(/net::ERR_|NS_ERROR|WebSocket|offline/);
  await connected(grace, ada);
  await ada.opensChatWith(grace);
  await ada.context.setOffline(true);
  await ada.says('Written on the train');
  await goesBy(ada, 'Chats');
  await expect(ada.rowOf(grace)).toContainText('You: Written on the train');
  await ada.context.setOffline(false);
  await grace.goesTo('/cares');
  await expect(grace.rowOf(ada)).toContainText('Written on the train', { timeout: 30_000 });
  await expect(ada.rowOf(grace)).toContainText('You: Written on the train');
});

test('previews and drafts are gone from the browser after the sign-out', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, grace);
  await connected(ada, mei);
  await says(grace, ada, 'Between us two');
  await ada.opensChatWith(mei);
  await ada.messageBox.fill('Between us, too');
  await goesBy(ada, 'Chats');
  await expect(ada.rowOf(grace)).toContainText('Between us two');
  await expect(ada.rowOf(mei)).toContainText('Draft: Between us, too');
  await ada.signsOut();
  await ada.page.goto('/login');
  await ada.page.getByLabel('Email').fill(grace.email);
  await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ada.page.getByRole('button', { name: 'Login' }).click();
  await expect(ada.page).toHaveURL('/mood');
  await goesBy(ada, 'Chats');
  await expect(ada.page.getByRole('list', { name: 'Your chats' }).getByRole('link')).toContainText('Ada Lovelace');
  const kept = await ada.page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const files = await Promise.all(caches.map(async (cache) => (await cache.keys()).map(({ url }) => url)));
    return JSON.stringify([document.body.textContent, { ...localStorage }, { ...sessionStorage }, files]);
  });
  expect(kept).not.toContain('Between us, too');
  expect(kept).not.toContain('/connections');
});

test('a friend who was removed is in no list, and their words are gone with them', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await says(ada, grace, 'Words of an end');
  await grace.goesTo('/cares');
  await expect(grace.rowOf(ada)).toContainText('Words of an end');
  const ended = await ada.context.request.delete(`/api/users/${ada.uid}/connections/${grace.uid}?block=false`);
  expect(ended.ok()).toBe(true);
  await expect(grace.page.getByText('Nobody here yet')).toBeVisible();
  await expect(grace.page.getByText('Words of an end')).toBeHidden();
});
