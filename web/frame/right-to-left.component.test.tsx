import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ar } from '#languages';
import { friend, NO_MESSAGES, openApp } from '#tests/support/components/open-app.tsx';
import { PhotoViewer } from '#web/features/chat/photos/photo-viewer.tsx';
import { Router } from '#web/ui/router.tsx';

vi.mock(import('#language'), async () => ({ ...(await import('../../dist/languages/ar.js')) }) as never);

beforeEach(() => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
});

const styleOf = (element: Element) => getComputedStyle(element);

test('a Latin name in the menu begins at the right, as the rest does', async () => {
  openApp('/connect');
  await page.getByRole('button', { name: ar.yourAccount({ initials: 'AL' }) }).click();
  const name = await page.getByText('Ada Lovelace').findElement();
  const words = document.createRange();
  words.selectNodeContents(name);
  const menu = name.closest('[popover]')!;
  const { right } = menu.querySelector('button')!.getBoundingClientRect();
  expect(words.getBoundingClientRect().right).toBeCloseTo(right, 0);
});

test('in a chat the icons of sides are mirrored, numbers are not, and initials do not join', async () => {
  const photos = Array.from({ length: 6 }, () => ({ id: crypto.randomUUID(), width: 4, height: 3, blur: null }));
  const message = { id: crypto.randomUUID(), seq: 1, sender: 'grace', receiver: 'ada', content: 'Look', photos };
  const messages = [{ ...message, timestamp: Date.now(), read: true }];
  openApp('/chat/grace', [friend('Grace', 'Hopper', { initials: 'لح' })], {
    'GET /api/messages?with=grace': { ...NO_MESSAGES, messages },
  });
  await expect.element(page.getByText('ل\u200cح').first()).toBeVisible();
  const send = page.getByRole('button', { name: ar.send, exact: true });
  expect(styleOf((await send.findElement()).querySelector('svg')!).scale).toBe('-1 1');
  expect(styleOf(await page.getByText('+2').findElement()).direction).toBe('ltr');
});

test('the menu of an own message is at the left, beside its bubble', async () => {
  const message = { id: crypto.randomUUID(), seq: 1, sender: 'ada', receiver: 'grace', content: 'Look' };
  const messages = [{ ...message, timestamp: Date.now(), read: true }];
  openApp('/chat/grace', [friend('Grace', 'Hopper')], {
    'GET /api/messages?with=grace': { ...NO_MESSAGES, messages },
  });
  const words = page.getByRole('log').getByText('Look');
  await words.click({ button: 'right' });
  const copy = await page.getByRole('button', { name: ar.copy }).findElement();
  const [menu, bubble] = [copy.closest('dialog')!, (await words.findElement()).closest('[data-bubble]')!];
  // A scrollbar at the left moves the menu by its width.
  const moved = menu.getBoundingClientRect().left - bubble.getBoundingClientRect().left;
  expect(Math.abs(moved)).toBeLessThan(20);
});

test('the name of a photo is a sentence from right to left between arrows from left to right', async () => {
  history.replaceState(null, '', '/chat/grace');
  const name = ar.photoFrom({ name: 'Grace', place: 1, count: 1 });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(
    <Router>
      <PhotoViewer
        shown="1"
        ofMessage={[{ id: '1', width: 4, height: 3, blur: null, name }]}
        other="Grace"
        opener={{ current: null }}
        onClose={() => {}}
      />
    </Router>,
  );
  expect(styleOf(await page.getByText(name).findElement()).direction).toBe('rtl');
});
