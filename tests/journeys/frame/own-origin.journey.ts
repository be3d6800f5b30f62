import { expect, test } from '#tests/support/browser/journey.ts';

// Every journey fails on a console line and on a request to another origin; these tests prove it.

test('the content security policy blocks foreign scripts and styles, and reports them', async ({ guest }) => {
  const stranger = await guest();
  const answer = await stranger.page.goto('/');
  const policy = (await answer!.headerValue('content-security-policy'))!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");

  stranger.expectError(/Content.Security.Policy.*script-src/i);
  stranger.expectError(/Content.Security.Policy.*style-src/i);
  const ran = await stranger.page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(script, style);
    return document.title === 'taken over' || getComputedStyle(document.body).display === 'none';
  });
  expect(ran).toBe(false);
});

test('journeys notice a console line, a thrown error, a failed request and a request to another origin', async ({
  guest,
}) => {
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
