import { expect, type Locator, type Page } from '@playwright/test';

/** More presses of Tab than any screen needs. */
const MAX_PRESSES = 60;

/** Goes to an element with the Tab key. @throws when the focus is invisible at a stop on the way */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  if (await isFocused(target)) return;
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press('Tab');
    const { isThere, isVisible } = await target.evaluate(readFocus);
    expect(isVisible, 'the focus can be seen').toBe(true);
    if (isThere) return;
  }
  throw new Error(`${target} cannot be reached with the Tab key.`);
}

/** Goes to an element with the Tab key and presses Enter. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to each field with the Tab key and types into it. */
export async function typeInto(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, page.getByRole('main').getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Runs in the page. The focused element, or its label, has an outline. After the page's last element the browser has the focus. */
function readFocus(target: Element): { isThere: boolean; isVisible: boolean } {
  const focused = document.activeElement;
  const isOutlined = (element: Element | null) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  const isNowhere = focused === null || focused === document.body;
  return {
    isThere: focused === target,
    isVisible: isNowhere || isOutlined(focused) || isOutlined(focused.closest('label')),
  };
}
