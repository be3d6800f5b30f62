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

export const PHOTOS: State<Photos>[] = [
  state(
    '/chat/:connect',
    'chosen photos, and one too many',
    async ({ ada }) => {
      const picture = await phonePicture(ada.page, 'IMG_1.jpg', 300, 200);
      await chooses(ada, ...new Array(11).fill(picture));
      await expect(ada.page.getByText('A message can have 10 photos at most.')).toBeVisible();
      await expect(chosenOf(ada).getByRole('button')).toHaveCount(10);
      return ada;
    },
    { inView: /^Send$/ },
  ),
  state(
    '/chat/:connect',
    'photos on their way',
    async (people) => {
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
    },
    { inView: /^Send$/ },
  ),
  state(
    '/chat/:connect',
    'photos in a message',
    async ({ grace, release }) => {
      release();
      await expect(photosOf(grace)).toHaveCount(4);
      return grace;
    },
    { inView: /^Send$/ },
  ),
  state(
    '/chat/:connect',
    'the viewer',
    async ({ grace }) => {
      await photosOf(grace).first().click();
      await expect(grace.page.getByRole('dialog').getByRole('img', { name: /^Photo 1/ })).toBeVisible();
      return grace;
    },
    { inView: /^Close$/ },
  ),
];
