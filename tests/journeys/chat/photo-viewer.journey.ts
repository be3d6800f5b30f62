import { chooses, chosenOf, phonePicture, photosOf } from '#tests/support/browser/chat/photos.ts';
import { expect, friendsInChat, test } from '#tests/support/browser/journey.ts';

// Not in Firefox: only Chromium can be sent touches.
test('fingers swipe to the next photo and back, and enlarge one; a photo can be saved', async ({ signUp }) => {
  const [ada, grace] = await friendsInChat(signUp, { hasTouch: true, viewport: { width: 390, height: 844 } });
  const { page } = ada;
  await chooses(grace, ...(await Promise.all([1, 2, 3].map((n) => phonePicture(page, `${n}.jpg`, 300, 200)))));
  await expect(chosenOf(grace).getByRole('button')).toHaveCount(3);
  await grace.page.getByRole('button', { name: 'Send' }).click();
  await photosOf(ada).first().click();
  const shown = page.getByRole('dialog');
  const touches = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((x) => ({ x, y: 400 })) });
  /** Moves a finger by a distance in px, to the left when it is below 0. */
  async function swipe(distance: number) {
    const from = 195 - distance / 2;
    await touch('touchStart', from);
    for (let step = 1; step <= 10; step++) await touch('touchMove', from + (distance * step) / 10);
    await touch('touchEnd');
  }
  const number = (n: number) =>
    expect(shown.getByRole('img', { name: `Photo ${n} of 3 from Grace` })).toBeInViewport({ ratio: 1 });

  await number(1);
  await swipe(-250);
  await number(2);
  await swipe(-250);
  await number(3);
  await swipe(250);
  await number(2);
  const saved = page.waitForEvent('download');
  await shown.getByRole('link', { name: 'Save' }).click();
  expect((await saved).suggestedFilename()).toBe('Photo 2 of 3 from Grace.jpg');

  const scale = () => page.evaluate(() => visualViewport!.scale);
  await touches.send('Input.synthesizePinchGesture', { x: 200, y: 400, scaleFactor: 2 });
  await expect.poll(scale).toBeGreaterThan(1.5);
  // A finger now moves the enlarged photo.
  await swipe(-100);
  await expect(shown).toHaveAccessibleName('Photo 2 of 3 from Grace');
  await touches.send('Input.synthesizePinchGesture', { x: 90, y: 200, scaleFactor: 0.4 });
  await expect.poll(scale).toBe(1);
  await swipe(-250);
  await number(3);
});
