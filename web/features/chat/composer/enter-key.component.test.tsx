import { expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { friend, openApp } from '#tests/support/components/open-app.tsx';

const box = page.getByLabelText('Your message');
const lastSent = () => [...document.querySelectorAll('[data-message] p')].at(-1)?.textContent;

const openChat = () => openApp('/chat/grace', [friend('Grace', 'Hopper')]);

async function usesTouch(enabled: boolean) {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled });
  await expect.poll(() => matchMedia('(pointer: coarse) and (any-hover: none)').matches).toBe(enabled);
}

test('on a touch keyboard Enter starts a new line, and the button sends', async () => {
  await usesTouch(true);
  onTestFinished(() => usesTouch(false));
  openChat();
  await expect.element(box).toHaveAttribute('enterkeyhint', 'enter');
  await box.click();
  await userEvent.keyboard('First line{Enter}second line');
  await expect.element(box).toHaveValue('First line\nsecond line');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(lastSent).toBe('You: First line\nsecond line');
  await expect.element(box).toHaveFocus();

  await userEvent.keyboard('With Ctrl{Control>}{Enter}{/Control}');
  await expect.poll(lastSent).toBe('You: With Ctrl');
});

test('on other keyboards Enter sends, and Shift+Enter starts a new line', async () => {
  openChat();
  await expect.element(box).toHaveAttribute('enterkeyhint', 'send');
  await box.click();
  await userEvent.keyboard('First line{Shift>}{Enter}{/Shift}second line{Enter}');
  await expect.poll(lastSent).toBe('You: First line\nsecond line');
  await expect.element(box).toHaveValue('');
});
