import { phonePicture } from '#tests/support/browser/chat/photos.ts';
import { expect, type Person } from '#tests/support/browser/journey.ts';
import { opens, type State, state } from '../state.ts';

/** A person without connections. */
interface NewPerson {
  ada: Person;
}

export const NEW_PERSON: State<NewPerson>[] = [
  state('/circles', 'nobody', ({ ada }) => opens(ada, '/circles', 'Nobody here yet')),
  state('/circles', 'the invitation', async ({ ada }) => {
    await opens(ada, '/circles', 'Nobody here yet');
    await ada.page.getByRole('main').getByRole('button', { name: 'Invite a friend' }).click();
    await expect(ada.page.getByRole('img', { name: 'QR code of your link' })).toBeVisible();
    return ada;
  }),
  state('/cares', 'nobody', ({ ada }) => opens(ada, '/cares', 'Nobody here yet')),
  state('/connect', 'before a search', ({ ada }) => opens(ada, '/connect', 'New Connection Search')),
  state('*', 'an unknown address', ({ ada }) => opens(ada, '/nowhere', 'Unexpected Application Error!')),
  state('/settings', 'the list', ({ ada }) => opens(ada, '/settings', 'What reaches me')),
  state('/settings/:page', 'you, with a photo', async ({ ada }) => {
    await opens(ada, '/settings/you', 'is not confirmed yet.');
    await ada.page.locator('input[type=file]').setInputFiles(await phonePicture(ada.page, 'IMG_1.jpg'));
    await expect(ada.page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
    return ada;
  }),
  state('/settings/:page', 'who finds me', ({ ada }) => opens(ada, '/settings/found', 'Nobody.')),
  state('/settings/:page', 'the way out', async ({ ada }) => {
    await opens(ada, '/settings/devices', 'This device');
    await ada.page.getByText('Delete my account').click();
    await expect(ada.page.getByText('This cannot be undone.')).toBeVisible();
    return ada;
  }),
  state('/status', 'the first steps', ({ ada }) => opens(ada, '/status', 'Confirm your phone')),
  state('/', 'the mood picker', ({ ada }) => opens(ada, '/', 'How are you feeling right now?')),
  state('/mood', 'no mood was picked', async ({ ada }) => {
    await opens(ada, '/mood', 'How are you feeling right now?');
    await ada.page.getByRole('button', { name: 'Share my mood' }).click();
    await expect(ada.page.getByText('Please select a mood that you are surfacing.')).toBeVisible();
    return ada;
  }),
  state('/chat/:connect', 'no chat', ({ ada }) => opens(ada, '/chat/nobody', 'There is no such chat')),
  state('/plan', 'nothing written yet', ({ ada }) => opens(ada, '/plan', 'How I notice it')),
  state('/check-in', 'nobody who could look in', ({ ada }) => opens(ada, '/check-in', 'First add a friend')),
  state('/history', 'no moods', ({ ada }) => opens(ada, '/history', 'no moods')),
];
