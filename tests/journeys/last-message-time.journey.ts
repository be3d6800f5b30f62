import { connected, expect, test } from '#tests/support/browser/journey.ts';

test("lists are sorted by the last message, newest first, and show '2023' without one", async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', { locale: 'en-GB' });
  const [never, first, second] = [
    await signUp('Grace', 'Hopper'),
    await signUp('Mei', 'Tanaka'),
    await signUp('Sam', 'Whitlock'),
  ];
  for (const friend of [never, first, second]) await connected(ada, friend);
  const set = 'update connections set lastmessage = $3 where owner = $1 and other = $2';
  await app.sql(set, [ada.uid, never.uid, null]);
  await app.sql(set, [ada.uid, first.uid, new Date(2020, 2, 3)]);

  for (const address of ['/circles', '/cares']) {
    await ada.goesTo(address);
    await expect(ada.rowOf(never).getByRole('time')).toHaveText('2023');
    await expect(ada.rowOf(first).getByRole('time')).toHaveText('3 Mar 2020');
    await expect(ada.rowOf(second).getByRole('time')).toHaveText(/^\d\d:\d\d$/);
    const rows = ada.page.getByRole('main').getByRole('list').getByRole('link');
    await expect(rows).toHaveText([/Sam Whitlock/, /Mei Tanaka/, /Grace Hopper/]);
  }

  await never.opensChatWith(ada);
  await never.says('Long time no see!');
  await expect(ada.page.getByRole('main').getByRole('list').getByRole('link').first()).toContainText('Grace Hopper');
  await expect(ada.rowOf(never).getByRole('time')).toHaveText(/^\d\d:\d\d$/);
});

for (const [locale, hours, time] of [
  ['en-US', 12, /^\d{1,2}:\d\d\s[AP]M$/],
  ['de-AT', 24, /^\d\d:\d\d$/],
] as const) {
  test(`times are those of the browser's clock of ${hours} hours, in ${locale}`, async ({ signUp }) => {
    const ada = await signUp('Ada', 'Lovelace', { locale });
    const grace = await signUp('Grace', 'Hopper');
    await connected(ada, grace);
    await ada.goesTo('/cares');
    await expect(ada.rowOf(grace).getByRole('time')).toHaveText(time);
    await ada.opensChatWith(grace);
    await expect(ada.page.getByRole('log').getByRole('time')).toHaveText(time);
  });
}
