import { barOf, cardOf, chooses, endsHold, setBack, supportTexts } from '#tests/support/browser/care.ts';
import { expect, type Guest, type Person } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';
import { opens, type State, state } from '../state.ts';

/** Ada asks her friends Grace and Sam for support. Each state follows the one before. */
interface Care {
  app: App;
  ada: Person;
  grace: Person;
  visitor: Guest;
}

const sheetOf = ({ page }: Person) => page.getByRole('dialog', { name: 'What would help?' });

async function seesBar(ada: Person, address: string, sign: string): Promise<Person> {
  await ada.goesTo(address);
  await expect(barOf(ada)).toContainText(sign);
  return ada;
}

export const CARE: State<Care>[] = [
  state('/status', 'the seconds of an undo', async ({ ada }) => {
    await chooses(ada, 'Dark');
    return seesBar(ada, '/status', 'Your friends are asked in ');
  }),
  state('/status', 'what would help, before the friends are asked', async ({ ada }) => {
    await barOf(ada).getByRole('button', { name: 'Say what would help' }).click();
    await sheetOf(ada).getByText('These friends').click();
    await expect(sheetOf(ada)).toContainText('Choose at least one friend, or undo.');
    return ada;
  }),
  state('/status', 'undone', async ({ ada }) => {
    await sheetOf(ada).getByRole('button', { name: 'Undo' }).click();
    await expect(barOf(ada)).toContainText('Undone. Nobody was texted.');
    return ada;
  }),
  state('/a', 'a friend’s ask, from a text', async ({ app, ada, grace, visitor }) => {
    await chooses(ada, 'Dark');
    await endsHold(app, ada);
    await expect.poll(() => supportTexts(app, grace)).toHaveLength(1);
    const link = supportTexts(app, grace)[0]!.match(/http\S+$/)![0];
    return opens(visitor, link, 'Ada could use some support');
  }),
  state('/a', 'a link that has run out', async ({ visitor }) => {
    visitor.allowError(/status of 404/);
    await visitor.goesTo('/login');
    return opens(visitor, '/a#of-nobody', 'This link has run out.');
  }),
  state('/circles', 'a friend’s ask', async ({ ada, grace }) => {
    await grace.goesTo('/circles');
    await expect(cardOf(grace, ada)).toBeVisible();
    return grace;
  }),
  state('/circles', 'a friend’s ask after a yes', async ({ ada, grace }) => {
    await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
    await expect(cardOf(grace, ada)).toContainText('How to help');
    return grace;
  }),
  state('/chat/:connect', 'a friend’s ask after a yes', async ({ ada, grace }) => {
    await grace.goesTo(`/chat/${ada.uid}`);
    await expect(cardOf(grace, ada)).toBeVisible();
    return grace;
  }),
  state('/cares', 'an ask without an answer for two hours', async ({ app, ada }) => {
    await app.sql('update ask_recipients set answer = null, answered_at = null, seen_at = null');
    await setBack(app, ada, '2 hours');
    return seesBar(ada, '/cares', 'wait alone');
  }),
  state('/cares', 'what would help', async ({ ada }) => {
    await barOf(ada).getByRole('button', { name: 'What would help' }).click();
    await expect(sheetOf(ada)).toBeVisible();
    return ada;
  }),
  state('/circles', 'an ask after a day', async ({ app, ada }) => {
    await setBack(app, ada, '25 hours');
    return seesBar(ada, '/circles', 'Still feeling this way?');
  }),
  state('/circles', 'before the friends are told that it is better', async ({ ada }) => {
    await chooses(ada, 'Green');
    await expect(barOf(ada)).toContainText('Tell the friends you asked?');
    return ada;
  }),
  state('/circles', 'a friend who is doing better', async ({ ada, grace }) => {
    await barOf(ada).getByRole('button', { name: 'Tell them' }).click();
    await grace.goesTo('/circles');
    await expect(cardOf(grace, ada)).toContainText('Ada is doing better.');
    return grace;
  }),
];
