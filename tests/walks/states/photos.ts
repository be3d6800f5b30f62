import { chooses, chosenOf, phonePicture, photosOf } from '#tests/support/browser/chat/photos.ts';
import { expect, type Person } from '#tests/support/browser/journey.ts';
import { type State, state } from '../state.ts';

/** Two friends, each with the chat of the two open. Each state follows the one before. */
interface Photos {
  ada: Person;
  grace: Person;
  /** Lets uploads begin. */
  release: () => void;
}

/** A state of the chat. @param button stays in view */
const inChat = (name: string, button: RegExp, open: State<Photos>['open']) =>
  state('/chat/:connect', name, open, { inView: button });

export const PHOTOS: State<Photos>[] = [
  inChat('chosen photos, and one too many', /^Send$/, async ({ ada }) => {
    const picture = await phonePicture(ada.page, 'IMG_1.jpg', 300, 200);
    await chooses(ada, ...new Array(11).fill(picture));
    await expect(ada.page.getByText('A message can have 10 photos at most.')).toBeVisible();
    await expect(chosenOf(ada).getByRole('button')).toHaveCount(10);
    return ada;
  }),
  inChat('photos on their way', /^Send$/, async (people) => {
    const { ada } = people;
    const released = Promise.withResolvers<void>();
    people.release = released.resolve;
    await ada.page.route('**/api/photos/**', async (route) => {
      await released.promise;
      await route.continue();
    });
    await ada.page.getByRole('button', { name: 'Send' }).click();
    await expect(ada.page.getByRole('progressbar', { name: 'Sending' })).toBeVisible();
    return ada;
  }),
  inChat('photos in a message', /^Send$/, async ({ grace, release }) => {
    release();
    await expect(photosOf(grace)).toHaveCount(4);
    return grace;
  }),
  inChat('the viewer', /^Close$/, async ({ grace }) => {
    await photosOf(grace).first().click();
    await expect(grace.page.getByRole('dialog').getByRole('img', { name: /^Photo 1/ })).toBeVisible();
    return grace;
  }),
];
