import { connected, expect, friends, PATIENTLY, type Person, test, writes } from '#tests/support/browser/journey.ts';

const goesBy = (person: Person, label: string) =>
  person.page.getByRole('contentinfo').getByRole('link', { name: label }).click();

test('both lists show the first words of the last message, of a draft, of one on its way', async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  for (const address of ['/cares', '/circles']) {
    await writes(ada, grace, 'Shall we meet?');
    await ada.goesTo(address);
    await expect(ada.rowOf(grace)).toContainText('You: Shall we meet?');
    await writes(grace, ada, `Yes,\n\n  at ${address}`);
    await expect(ada.rowOf(grace)).toContainText(`Yes, at ${address}`);
    await expect(ada.rowOf(grace)).not.toContainText('You:');
    await ada.page.reload();
    await expect(ada.rowOf(grace)).toContainText(`Yes, at ${address}`);
  }

  await ada.opensChatWith(grace);
  await ada.messageBox.fill('Half a\nthought');
  await expect(ada.rowOf(grace)).toContainText('Yes, at');
  await goesBy(ada, 'Chats');
  await expect(ada.rowOf(grace)).toContainText('Draft: Half a thought');
  await goesBy(ada, 'Circle');
  await expect(ada.rowOf(grace)).toContainText('Draft: Half a thought');
  await ada.page.reload();
  await expect(ada.rowOf(grace)).toContainText('Draft: Half a thought');
  await ada.rowOf(grace).click();
  await ada.says('A whole thought');
  await goesBy(ada, 'Chats');
  await expect(ada.rowOf(grace)).toContainText('You: A whole thought');
  await expect(ada.rowOf(grace)).not.toContainText('Draft:');

  ada.allowError(/net::ERR_|NS_ERROR|WebSocket|offline/);
  await ada.rowOf(grace).click();
  await ada.context.setOffline(true);
  await ada.says('Written on the train');
  await goesBy(ada, 'Chats');
  await expect(ada.rowOf(grace)).toContainText('You: Written on the train');
  await ada.context.setOffline(false);
  await grace.goesTo('/cares');
  await expect(grace.rowOf(ada)).toContainText('Written on the train', PATIENTLY);
  await expect(ada.rowOf(grace)).toContainText('You: Written on the train');
});

test('a preview is one line, however long, and has the direction of its words', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace', { viewport: { width: 320, height: 700 } });
  const grace = await signUp('Grace', 'Wolfeschlegelsteinhausen');
  await connected(ada, grace);
  await ada.goesTo('/cares');
  for (const [words, direction] of [
    [`https://example.com/${'long'.repeat(60)}`, 'ltr'],
    [`مرحبا ${'كيف حالك '.repeat(30)}`, 'rtl'],
  ] as const) {
    await writes(grace, ada, words);
    const preview = ada.rowOf(grace).getByText(words.slice(0, 20));
    await expect(preview).toHaveCSS('direction', direction);
    expect((await preview.boundingBox())!.height).toBeLessThan(30);
    expect(await ada.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});
