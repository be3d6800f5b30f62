import type { BrowserContext } from '@playwright/test';

/** Gives the browser's own question about notifications this answer: headless Chromium answers it by itself. */
export async function fakePermission(context: BrowserContext, answer: NotificationPermission): Promise<void> {
  await context.addInitScript(replacePermission, answer);
}

/** Runs in the page. */
function replacePermission(answer: NotificationPermission): void {
  const STORED = 'test-permission';
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(STORED) ?? 'default' });
  Notification.requestPermission = async () => {
    localStorage.setItem(STORED, answer);
    return answer;
  };
}
