import type { Locator } from '@playwright/test';
import { chooses, chosenOf, onItsWay, phonePicture, photosOf } from '#tests/support/browser/chat/photos.ts';
import { expect, friendsInChat, PASSWORD, PATIENTLY, test } from '#tests/support/browser/journey.ts';
import { keptIn } from '#tests/support/browser/outbox.ts';

/** Also in a window behind that of the other person, as Firefox shows them. */
const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);

/** The browser's console lines about an unreachable server. */
const UNREACHABLE = /net::ERR_|WebSocket connection|status of 50[0-9]|can’t establish a connection/;

test.slow();

/** The sides of a picture in pixels, when it has been loaded. */
async function sidesOf(picture: Locator): Promise<[number, number]> {
  const image = picture.locator('img[src^="/api/photos/"]');
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth)).toBeTruthy();
  return image.evaluate((each: HTMLImageElement) => [each.naturalWidth, each.naturalHeight]);
}

test('a photo arrives small, upright and without its place', {
  tag: ['@core', '@firefox'],
}, async ({ signUp, app }) => {
  const [ada, grace] = await friendsInChat(signUp);
  await chooses(ada, await phonePicture(ada.page, 'IMG_1.jpg'));
  await expect(chosenOf(ada).getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await ada.messageBox.fill('The sea');
  await ada.page.getByRole('button', { name: 'Send' }).click();

  await expect(photosOf(grace)).toHaveAccessibleName('Photo from Ada');
  expect(await sidesOf(photosOf(grace))).toEqual([1_365, 2_048]);
  await expect(grace.messages.last()).toHaveText('Ada: The sea');
  await expect(photosOf(ada)).toHaveAccessibleName('Photo from you');
  await expect(chosenOf(ada)).toHaveCount(0);
  await expect(ada.messageBox).toHaveValue('');
  const [photo] = await app.sql('select bytes, blur from photos where owner = $1', [ada.uid]);
  expect((photo!.bytes as Buffer).includes('GPS')).toBe(false);
  expect(photo!.blur).toMatch(/^[\w-]{20,40}$/);

  await ada.page.reload();
  expect(await sidesOf(photosOf(ada))).toEqual([1_365, 2_048]);
});

test('a message can have several photos, and a viewer for them', {
  tag: ['@core', '@firefox'],
}, async ({ signUp }) => {
  const [ada, grace] = await friendsInChat(signUp);
  const pictures = await Promise.all(
    Array.from({ length: 6 }, (_, n) => phonePicture(ada.page, `${n}.jpg`, 300 + n, 200)),
  );
  await chooses(ada, ...pictures);
  await expect(chosenOf(ada).getByRole('button')).toHaveCount(6);
  await chosenOf(ada).getByRole('button', { name: 'Remove photo 6' }).click();
  await expect.poll(() => hasFocus(ada.messageBox)).toBe(true);
  await ada.page.keyboard.press('Enter');

  await expect(photosOf(grace)).toHaveCount(4);
  await expect(photosOf(grace).last()).toContainText('+1');
  await photosOf(grace).nth(1).focus();
  await grace.page.keyboard.press('Enter');
  const viewer = grace.page.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: 'Photo 2 of 5 from Ada' })).toBeVisible();
  for (let n = 0; n < 5; n++) await grace.page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'Photo 5 of 5 from Ada' })).toBeVisible();
  await grace.page.keyboard.press('ArrowLeft');
  await expect(viewer.getByRole('img', { name: 'Photo 4 of 5 from Ada' })).toBeVisible();
  await grace.page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect.poll(() => hasFocus(photosOf(grace).nth(1))).toBe(true);
});

test('photos that are not sent survive a reload and go at the sign-out, with the cache', async ({ signUp }) => {
  const [ada, grace] = await friendsInChat(signUp);
  const eve = await signUp('Eve', 'Adams');
  await chooses(grace, await phonePicture(grace.page, 'IMG_1.jpg', 300, 200));
  await expect(chosenOf(grace).getByRole('img')).toBeVisible();
  await grace.page.getByRole('button', { name: 'Send' }).click();
  await sidesOf(photosOf(ada));
  await chooses(ada, await phonePicture(ada.page, 'IMG_2.jpg', 300, 200));
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  await ada.goesTo('/cares');
  await expect(ada.rowOf(grace)).toContainText('Draft: Photo');
  await ada.opensChatWith(grace);
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  const address = (await photosOf(ada).locator('img[src^="/api/photos/"]').getAttribute('src'))!;
  const statusOf = () => ada.page.evaluate(async (path) => (await fetch(path)).status, address);
  expect(await statusOf()).toBe(200);

  await ada.page.route('**/api/photos/**', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  );
  await ada.says('With these words');
  await expect(onItsWay(ada)).toHaveCount(1);
  await chooses(ada, await phonePicture(ada.page, 'IMG_3.jpg', 300, 200));
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  await expect.poll(() => keptIn(ada.page)).toEqual({ items: 1, photos: 2 });

  for (const status of [401, 404]) ada.expectError(new RegExp(`status of ${status}`));
  await ada.signsOut();
  await expect.poll(() => keptIn(ada.page)).toEqual({ items: 0, photos: 0 });
  expect(await statusOf()).toBe(401);
  await ada.fillsIn({ Email: eve.email, Password: PASSWORD }, 'Log in');
  await expect(ada.page.getByRole('button', { name: 'your account' })).toBeVisible();
  expect(await statusOf()).toBe(404);
});

test('a photo sent offline arrives in its place, and one survives a killed server', async ({ signUp, app }) => {
  const [ada, grace] = await friendsInChat(signUp);
  for (const person of [ada, grace]) person.allowError(UNREACHABLE);
  const picture = await phonePicture(ada.page, 'IMG_1.jpg', 300, 200);
  await ada.page.route('**/api/photos/**', (route) => route.abort());
  await chooses(ada, picture);
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  await ada.says('First');
  await expect(onItsWay(ada)).toHaveCount(1);
  await ada.says('Second');
  await expect(onItsWay(ada)).toHaveCount(2);
  await ada.page.reload();
  await expect(onItsWay(ada)).toHaveCount(2);
  await expect(ada.page.getByRole('log').getByRole('img', { name: 'Photo from you' })).toBeVisible();

  await ada.page.unroute('**/api/photos/**');
  await expect(grace.messages.last()).toHaveText('Ada: Second', PATIENTLY);
  await expect(grace.messages).toHaveText([/^Ada: Hey/, 'Ada: First', 'Ada: Second']);
  await expect(photosOf(grace)).toHaveCount(1);
  await expect(onItsWay(ada)).toHaveCount(0);

  let isKilled = false;
  await ada.page.route('**/api/photos/**', async (route) => {
    if (!isKilled) await app.kill();
    isKilled = true;
    await route.continue();
  });
  await chooses(ada, picture);
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  await ada.says('Through the crash');
  await expect.poll(() => isKilled).toBe(true);
  await app.start();
  await expect(grace.messages.last()).toHaveText('Ada: Through the crash', PATIENTLY);
  await expect(photosOf(grace)).toHaveCount(2, PATIENTLY);
  expect(await app.sql('select from photos where owner = $1', [ada.uid])).toHaveLength(2);
});

test('a photo shows its progress, can be cancelled, and is refused in words', async ({ signUp, app }) => {
  const [ada, grace] = await friendsInChat(signUp);
  const { page } = ada;
  await page.route('**/api/photos/**', () => {});
  await chooses(ada, await phonePicture(page, 'IMG_1.jpg', 300, 200));
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  await ada.says('Not this one');
  await expect(page.getByRole('progressbar', { name: 'Sending' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(ada.messageBox).toHaveValue('Not this one');
  await expect(onItsWay(ada)).toHaveCount(0);
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  await chosenOf(ada).getByRole('button').click();
  await ada.says('Only words');
  await expect(grace.messages.last()).toHaveText('Ada: Only words');
  await expect(photosOf(grace)).toHaveCount(0);
  expect(await app.sql('select from photos where owner = $1', [ada.uid])).toEqual([]);

  await chooses(ada, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await expect(page.getByText('“notes.pdf” is not a picture that can be sent.')).toBeVisible();
  await chooses(ada, { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('ftypheic') });
  await expect(page.getByText('This browser can’t open “IMG_1.HEIC”. Save it as JPEG,')).toBeVisible();
  await expect(chosenOf(ada)).toHaveCount(0);

  ada.expectError(/status of 429/);
  const words = 'MB of photos: at most 200 a day. Please try again later.';
  // Journeys run without limits, so the test gives the server's answer.
  await page.unroute('**/api/photos/**');
  await page.route('**/api/photos/**', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '80000' },
      json: { error: { code: 'too_many', message: words } },
    }),
  );
  await chooses(ada, await phonePicture(page, 'IMG_1.jpg', 300, 200));
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
  await ada.messageBox.fill('Look');
  await page.keyboard.press('Enter');
  await expect(page.getByText(words)).toBeVisible();
  await expect(ada.messageBox).toHaveValue('Look');
  await expect(chosenOf(ada).getByRole('img')).toBeVisible();
});

test('a place that a search found shows its photos, and opens them', async ({ signUp }) => {
  const [ada, grace] = await friendsInChat(signUp);
  const { page } = ada;
  await chooses(ada, await phonePicture(page, 'IMG_1.jpg', 300, 200));
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(photosOf(grace)).toHaveCount(1);
  await grace.says('What a sunset!');
  await expect(ada.messages.last()).toContainText('What a sunset!');
  for (const { page } of [ada, grace]) {
    await page.getByRole('button', { name: 'Search this chat' }).click();
    await page.getByRole('searchbox', { name: 'Search this chat' }).fill('sunset');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Found messages' }).getByRole('button').click();
    const place = page.getByRole('region', { name: 'The place in the chat' });
    await expect(place.getByText('What a')).toBeVisible();
    await expect(place.getByText('Message deleted')).toHaveCount(0);
    await place.getByRole('button', { name: /^Photo.* from / }).click();
    await expect(page.getByRole('dialog', { name: /^Photo.* from / })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(place.getByRole('button', { name: /^Photo.* from / })).toBeVisible();
  }
});

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
    // A finger that stands still throws nothing: a throw may go further than to the next photo.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    });
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

// Not in Firefox, which gives a script's clipboard no files.
test('pictures can be pasted and dropped anywhere in a chat, and copied words stay words', async ({ signUp }) => {
  const [ada] = await friendsInChat(signUp);
  const picture = await phonePicture(ada.page, 'IMG_1.jpg', 300, 200);
  const chosen = chosenOf(ada).getByRole('img');
  const give = (kind: 'paste' | 'drop', words = '') =>
    ada.page.getByRole('log').evaluate(
      (list, [kind, base64, words]) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
        if (words) data.setData('text/plain', words);
        const event =
          kind === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        return list.dispatchEvent(event);
      },
      [kind, picture.buffer.toString('base64'), words] as const,
    );
  await expect(ada.page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  expect(await give('paste')).toBe(false);
  await expect(chosen).toHaveCount(1);
  await expect(ada.messageBox).toBeFocused();
  expect(await give('drop')).toBe(false);
  await expect(chosen).toHaveCount(2);
  expect(await give('paste', 'a table’s cells')).toBe(true);
  await expect(chosen).toHaveCount(2);
});
