import { fillConversation } from '#tests/support/browser/chat/fill-conversation.ts';
import { distanceFromBottom, waitForStillness } from '#tests/support/browser/chat/message-list.ts';
import { expect, friends, type Person, test } from '#tests/support/browser/journey.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';

/** Every fiftieth message is about a lighthouse. */
const LIGHTHOUSE = { messages: 400, more: "case when n % 50 = 0 then ' from the Lighthouse' else '' end" };

async function opensSearch(person: Person, text: string) {
  await person.page.getByRole('button', { name: 'Search this chat' }).click();
  await person.page.getByRole('searchbox', { name: 'Search this chat' }).fill(text);
  await person.page.keyboard.press('Enter');
}

const found = (person: Person) => person.page.getByRole('list', { name: 'Found messages' }).getByRole('button');
const place = (person: Person) => person.page.getByRole('region', { name: 'The place in the chat' });
const current = (person: Person) => place(person).locator('[aria-current]');

test('a search in a chat leads to each place, and back', { tag: ['@core', '@firefox'] }, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp);
  await fillConversation(app, ada, grace, LIGHTHOUSE);
  // Firefox shows the focus in the window in front alone.
  await ada.page.bringToFront();
  await ada.opensChatWith(grace);
  const { page } = ada;
  const log = page.getByRole('log');
  await expect(log.getByText(/Message 400\b/)).toBeInViewport();
  await log.hover();
  await page.mouse.wheel(0, -900);
  await expect(log.getByText(/Message 400\b/)).not.toBeInViewport();
  await waitForStillness(log);
  const before = await distanceFromBottom(log);

  await page.getByRole('button', { name: 'Search this chat' }).click();
  await page.getByRole('searchbox', { name: 'Search this chat' }).fill('lightHOUSE');
  // Until the search begins the messages can be read.
  await expect(log).toBeInViewport({ ratio: 0.5 });
  expect(await log.evaluate((list) => list.closest('[inert]') === null)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByText('8 messages found')).toBeVisible();
  await expect(found(ada)).toHaveCount(8);
  await expect(found(ada).first()).toContainText('Message 400 from the Lighthouse');
  await expect(found(ada).first().locator('mark')).toHaveText('Lighthouse');

  await found(ada).nth(6).click();
  await expect(current(ada)).toContainText('Message 100 from the Lighthouse');
  await expect(current(ada)).toBeInViewport();
  await expect(current(ada)).toBeFocused();
  await expect(page.getByText('7 of 8')).toBeVisible();
  await expect(place(ada).getByText(/Message 99\b/)).toBeVisible();
  await page.getByRole('button', { name: 'Older place' }).click();
  await expect(current(ada)).toContainText('Message 50 from the Lighthouse');
  await expect(page.getByRole('button', { name: 'Older place' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Newer place' }).click();
  await page.getByRole('button', { name: 'Newer place' }).click();
  await expect(current(ada)).toContainText('Message 150 from the Lighthouse');

  await place(ada).getByRole('button', { name: 'Show older messages' }).click();
  await expect(place(ada).getByText(/Message 102\b/)).toBeAttached();
  await expect(place(ada)).toBeFocused();
  await page.getByRole('button', { name: 'All places' }).click();
  await expect(found(ada).nth(5)).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search this chat' })).toBeFocused();
  await expect.poll(() => distanceFromBottom(log)).toBe(before);
  await ada.says('Still here');
  await expect(ada.messages.last()).toHaveText('You: Still here');
});

test('by keyboard, on a phone: pages of what was found; a message closes the search', async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { viewport: { width: 390, height: 844 } });
  await app.sql(
    `insert into messages (id, sender, receiver, content, timestamp, read)
     select gen_random_uuid(), $1, $2, 'Line ' || n, date_trunc('day', now()) - interval '30.5 days' + n * interval '1 minute', true
     from generate_series(1, 5) n`,
    [grace.uid, ada.uid],
  );
  await fillConversation(app, ada, grace, LIGHTHOUSE);
  await ada.page.bringToFront();
  await ada.opensChatWith(grace);
  await ada.page.getByRole('button', { name: 'Search this chat' }).press('Enter');
  await expect(ada.page.getByRole('searchbox')).toBeFocused();
  await ada.page.keyboard.type('message 1');
  await ada.page.keyboard.press('Enter');
  await expect(ada.page.getByText('111 messages found')).toBeVisible();
  await expect(found(ada)).toHaveCount(20);
  await ada.page.getByRole('button', { name: 'Show older ones' }).click();
  await expect(found(ada)).toHaveCount(40);
  await found(ada).nth(38).focus();
  await tabTo(ada.page, found(ada).last());
  await ada.page.keyboard.press('Enter');
  await expect(current(ada)).toBeFocused();
  await expect(current(ada)).toBeInViewport({ ratio: 1 });
  // The jump scrolls the messages, not the page.
  await expect(ada.page.getByRole('button', { name: 'Close the search' })).toBeInViewport({ ratio: 1 });
  await expect(ada.messageBox).toBeInViewport({ ratio: 1 });
  await ada.page.getByRole('button', { name: 'Older place' }).click();
  await expect(ada.page.getByText('41 of 111')).toBeVisible();

  await ada.page.getByRole('searchbox').fill('no such words');
  await ada.page.keyboard.press('Enter');
  await expect(ada.page.getByText('Nothing found for “no such words”.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Close the search' }).click();
  await expect(ada.page.getByRole('button', { name: 'Search this chat' })).toBeFocused();

  // Around a place messages stand together as in the chat, and the found one has its time.
  await opensSearch(ada, 'line 2');
  await found(ada).first().click();
  await expect(place(ada).getByText('Line 5')).toBeVisible();
  await expect(current(ada).getByRole('time')).toBeVisible();
  const times = place(ada).getByRole('time');
  for (const [nth, minute] of [/:02\b/, /:05\b/].entries()) await expect(times.nth(nth)).toHaveText(minute);

  await ada.messageBox.fill('I found it');
  await ada.messageBox.press('Enter');
  await expect(ada.page.getByRole('searchbox')).toBeHidden();
  await expect(ada.messages.last()).toHaveText('You: I found it');
  await expect(ada.messages.last()).toBeInViewport({ ratio: 1 });
  await expect(ada.messageBox).toBeFocused();
});
