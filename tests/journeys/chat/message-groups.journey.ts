import { fillConversation } from '#tests/support/browser/chat/fill-conversation.ts';
import { expectNoJump } from '#tests/support/browser/chat/message-list.ts';
import { expect, friends, test } from '#tests/support/browser/journey.ts';

const PHONE = { width: 390, height: 844 };

/** One-line messages in groups of three, in turns: one's own first. */
const GROUPS = {
  messages: 99,
  isOwn: '(n - 1) / 3 % 2 = 0',
  time: `date_trunc('day', now(), 'UTC') - interval '1 day' + (n - 1) / 3 * interval '10 minutes' + (n - 1) % 3 * interval '1 minute'`,
};

test('messages within five minutes have one time, and move nothing', {
  tag: '@firefox',
}, async ({ signUp, app }) => {
  const [ada, grace] = await friends(signUp, { viewport: PHONE, locale: 'en-GB', timezoneId: 'UTC' });
  await fillConversation(app, ada, grace, GROUPS);
  // The newest page begins in the middle of this group.
  await app.sql(`update messages set content = 'The oldest of its page' where content = 'Message 50'`);
  await ada.opensChatWith(grace);
  const log = ada.page.getByRole('log');
  await expect(log.getByText('Message 99')).toBeInViewport();
  // The newest groups of three, a day ago.
  const times = async () => (await log.getByRole('time').allTextContents()).slice(-3);
  await expect.poll(times).toEqual(['05:02', '05:12', '05:22']);
  // A time under each message left room for six.
  const inSight = () =>
    log.evaluate((list) => {
      const { top, bottom } = list.getBoundingClientRect();
      const boxes = [...list.querySelectorAll('p.wrap-anywhere')].map((message) => message.getBoundingClientRect());
      return boxes.filter((box) => box.top >= top && box.bottom <= bottom).length;
    });
  await expect.poll(inSight).toBeGreaterThanOrEqual(13);
  await expectNoJump(ada, log.getByText('Message 53'), () =>
    expect(log.getByText('The oldest of its page')).toBeInViewport(),
  );
});
