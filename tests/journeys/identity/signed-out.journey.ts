import { expect, friends, test } from '#tests/support/browser/journey.ts';

test('a sign-out in another tab gives the focus to the login form', {
  tag: '@firefox',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await ada.goesTo('/circles');
  const signedOut = Promise.withResolvers<void>();
  const otherTab = await ada.context.newPage();
  await otherTab.route('**/late-*.js', async (route) => {
    await signedOut.promise;
    await route.continue().catch(() => {});
  });
  const held = otherTab.waitForRequest('**/late-*.js');
  await otherTab.goto(`/chat/${grace.uid}`);
  await otherTab.getByLabel('Your message').focus();
  await held;
  await ada.page.bringToFront();
  await ada.signsOut();
  await expect(otherTab.getByText('Please log in to use the chat system.')).toBeVisible();
  await otherTab.bringToFront();
  await expect(otherTab.getByRole('heading', { name: 'Chat' })).toBeFocused();
  signedOut.resolve();
});
