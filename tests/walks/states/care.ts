import {
  barOf,
  cardOf,
  chooses,
  endsHold,
  ownCardOf,
  setBack,
  sheetOf,
  supportTexts,
} from '#tests/support/browser/care.ts';
import { connected, expect, type Guest, type Person } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';
import { opens, type State, state } from '../state.ts';

/** Ada asks her friends Grace and Sam for support. Each state follows the one before. */
interface Care {
  app: App;
  ada: Person;
  grace: Person;
  sam: Person;
  /** Connects with Grace in between. */
  mei: Person;
  visitor: Guest;
}

async function sees(ada: Person, address: string, sign: string): Promise<Person> {
  await ada.goesTo(address);
  await expect(ownCardOf(ada)).toContainText(sign);
  return ada;
}

async function seesBar(ada: Person, address: string, sign: string): Promise<Person> {
  await ada.goesTo(address);
  await expect(barOf(ada)).toContainText(sign);
  return ada;
}

export const CARE: State<Care>[] = [
  state('/cares', 'the hold', async ({ ada }) => {
    await chooses(ada, 'Dark');
    await sees(ada, '/cares', ' soon');
    return seesBar(ada, '/cares', 'Friends see Dark. Asking them in ');
  }),
  state('/status', 'what would help, before the friends are asked', async ({ ada }) => {
    await ada.goesTo('/status');
    await barOf(ada).getByRole('button', { name: 'Say more' }).click();
    await sheetOf(ada).getByText('These friends').click();
    await expect(sheetOf(ada)).toContainText('Choose at least one friend, or undo.');
    return ada;
  }),
  state('/status', 'undone', async ({ ada }) => {
    await sheetOf(ada).getByRole('button', { name: 'Undo' }).click();
    await expect(barOf(ada)).toContainText('Undone. Friends see Green again. Nobody was asked.');
    return ada;
  }),
  state('/a', 'a friend’s ask, from a text', async ({ app, ada, grace, visitor }) => {
    await chooses(ada, 'Dark');
    await endsHold(app, ada);
    await expect.poll(() => supportTexts(app, grace)).toHaveLength(1);
    const link = supportTexts(app, grace)[0]!.match(/http\S+$/)![0];
    return opens(visitor, link, 'Ada is in bad shape');
  }),
  state('/a', 'a can’t, from a text', async ({ visitor }) => {
    await visitor.page.getByRole('button', { name: 'Can’t' }).click();
    await expect(visitor.page.getByText('All right. Ada won’t see this.')).toBeVisible();
    return visitor;
  }),
  state('/circles', 'a friend’s ask', async ({ app, ada, grace }) => {
    await app.sql('update ask_recipients set answer = null, answered_at = null');
    await grace.goesTo('/circles');
    await expect(cardOf(grace, ada)).toBeVisible();
    return grace;
  }),
  state('/chat/:connect', 'a friend’s ask', async ({ ada, grace }) => {
    await grace.goesTo(`/chat/${ada.uid}`);
    await expect(cardOf(grace, ada)).toBeVisible();
    return grace;
  }),
  state('/chat/:connect', 'a yes, with ready answers', async ({ ada, grace }) => {
    await cardOf(grace, ada).getByRole('button', { name: 'I’ll reach out' }).click();
    await expect(grace.page.getByRole('list', { name: 'Ready answers' })).toBeVisible();
    return grace;
  }),
  state('/chat/:connect', 'how to help', async ({ ada, grace }) => {
    await ada.calls('PUT', `/api/users/${ada.uid}/plan`, { part: 'alone', words: 'A walk', readers: [grace.uid] });
    await grace.page.reload();
    await cardOf(grace, ada).getByRole('button', { name: 'How to help' }).click();
    await expect(grace.page.getByText('In danger now?')).toBeVisible();
    await expect(grace.page.getByText('A walk')).toBeVisible();
    return grace;
  }),
  state('/cares', 'who comes', ({ ada }) => sees(ada, '/cares', 'Grace will reach out')),
  state('/status', 'who comes', ({ ada }) => seesBar(ada, '/status', 'Grace will reach out')),
  state('/cares', 'who has to go', async ({ ada, grace }) => {
    await grace.page.keyboard.press('Escape');
    await cardOf(grace, ada).getByRole('button', { name: 'I have to go' }).click();
    await expect(cardOf(grace, ada)).toContainText('Thanks for being there.');
    return sees(ada, '/cares', 'Still asking your friends');
  }),
  state('/cares', 'a friend who cannot', async ({ ada, sam }) => {
    await sam.goesTo('/cares');
    await cardOf(sam, ada).getByRole('button', { name: 'Can’t' }).click();
    await expect(cardOf(sam, ada)).toContainText('All right. Ada won’t see this.');
    return sam;
  }),
  ...(['/circles', '/cares'] as const).map((address) =>
    state<Care>(address, 'three friends who ask', async ({ app, ada, grace, sam, mei }) => {
      await app.sql(
        'update ask_recipients set answer = null, answered_at = null, handed_over_at = null, seen_at = null',
      );
      await connected(mei, grace);
      for (const who of [sam, mei]) {
        await chooses(who, 'Purple');
        await endsHold(app, who);
      }
      await grace.goesTo(address);
      await expect(grace.rowOf(ada)).toContainText('Check In?');
      await expect(grace.page.getByRole('main').getByRole('button', { expanded: false })).toBeVisible();
      return grace;
    }),
  ),
  state('/cares', 'no answer for ten minutes', async ({ app, ada, sam, mei }) => {
    for (const who of [sam, mei]) await chooses(who, 'Green');
    await setBack(app, ada, '15 minutes');
    return sees(ada, '/cares', 'No answer yet.');
  }),
  state('/circles', 'an ask after a day', async ({ app, ada }) => {
    await setBack(app, ada, '25 hours');
    return sees(ada, '/circles', 'Still feeling this way?');
  }),
  state('/circles', 'before the friends are told that it is better', async ({ ada }) => {
    await chooses(ada, 'Green');
    return sees(ada, '/circles', 'Tell the friends you asked?');
  }),
  state('/circles', 'a friend who is doing better', async ({ ada, grace }) => {
    await ownCardOf(ada).getByRole('button', { name: 'Tell them' }).click();
    await grace.goesTo('/circles');
    await grace.page.getByRole('main').getByRole('button', { expanded: false }).click();
    await expect(cardOf(grace, ada)).toContainText('Ada is doing better.');
    return grace;
  }),
];
