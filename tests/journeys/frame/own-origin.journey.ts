import { test } from '#tests/support/browser/journey.ts';

// Every journey fails on a console line and on a request to another origin; this test proves it.

test('journeys notice console lines, thrown errors, failed and foreign requests', async ({ guest }) => {
  const stranger = await guest();
  await stranger.page.route('/login', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await stranger.goesTo('/login');
  stranger.expectError(/^console: Something is wrong/);
  stranger.expectError(/^thrown: .*thrown by a timer/s);
  stranger.expectError(/^thrown: .*refused and not listened to/s);
  stranger.expectError(/^console: .*status of 404 .*\/assets\/gone\.js/);
  stranger.expectError(/a request to another site: http:\/\/elsewhere\.invalid\//);
  // The browser's own console line.
  stranger.expectError(/(Failed to load resource|Cross-Origin Request Blocked).*elsewhere\.invalid/);
  await stranger.page.evaluate(async () => {
    console.error('Something is wrong');
    setTimeout(() => {
      throw new Error('thrown by a timer');
    });
    Promise.reject(new Error('refused and not listened to'));
    await fetch('/assets/gone.js');
    await fetch('http://elsewhere.invalid/').catch(() => {});
    await new Promise((resolve) => setTimeout(resolve));
  });
});
