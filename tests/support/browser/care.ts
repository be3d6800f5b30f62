import type { Locator } from '@playwright/test';
import type { Asks } from '#contract/asks.ts';
import type { ChosenMood } from '#contract/views.ts';
import { SHARE } from '../people/person.ts';
import type { App } from '../servers/app-process.ts';
import { connected, expect, PATIENTLY, type Person } from './journey.ts';

type SignUp = (firstname: string, lastname: string, options?: object) => Promise<Person>;

/** Ada with two friends in browsers of their own: Grace and Sam, who know each other, too. */
export async function threePeople(signUp: SignUp, options: object = {}) {
  const [ada, grace, sam] = await Promise.all([
    signUp('Ada', 'Lovelace', options),
    signUp('Grace', 'Hopper', options),
    signUp('Sam', 'Reed', options),
  ]);
  await connected(grace, ada);
  await connected(sam, ada);
  await connected(sam, grace);
  return { ada, grace, sam };
}

/** Ends the hold of a person's ask and its texts now. */
export function endsHold(app: App, who: Person): Promise<void> {
  return holdsFor(app, who, 0);
}

/** Lets the hold that a person's ask and its texts are in end after this time from now. */
export async function holdsFor(app: App, { uid }: Person, seconds: number): Promise<void> {
  await app.sql(
    `with held as (
       update asks set opens_at = now() + $2 * interval '1 second', version = version + 1 where uid = $1
     )
     update causes set opens_at = now() + $2 * interval '1 second' where opens_at > now()`,
    [uid, seconds],
  );
}

/** Above the footer: the bar about a person's own ask, in one line. */
export function barOf({ page }: Person): Locator {
  return page.getByRole('region', { name: 'Your mood' });
}

/** On the lists: the card about a person's own ask. */
export function ownCardOf({ page }: Person): Locator {
  return page.getByRole('region', { name: 'Your ask' });
}

/** The sheet about what would help. */
export function sheetOf({ page }: Person): Locator {
  return page.getByRole('dialog', { name: 'What would help?' });
}

/** A friend's ask on this screen. */
export function cardOf({ page }: Person, friend: Person): Locator {
  return page.getByRole('region', {
    name: new RegExp(`^${friend.firstname} (asks for support|is doing better)`),
  });
}

/** Chooses a mood on the screen, which says who is told before. */
export async function shares({ page }: Person, label: string): Promise<void> {
  await page.getByRole('main').getByText(label).click();
  await page.getByRole('button', { name: SHARE }).click();
}

/** Chooses a mood by the call, as another device does. */
export async function chooses(who: Person, mood: string): Promise<ChosenMood> {
  const choice = { mood, requestId: crypto.randomUUID() };
  return (await who.calls('PUT', `/api/users/${who.uid}/info/mood`, choice)) as ChosenMood;
}

/** The person's own ask and those of friends. */
export async function asksOf({ context }: Person): Promise<Asks> {
  return (await context.request.get('/api/asks')).json();
}

/** From now on the person's choices of a mood are lost on their way. @returns ends that */
export async function losesChoices(person: Person): Promise<() => Promise<void>> {
  person.allowError(/net::ERR_|NS_ERROR/);
  await person.page.route('**/info/mood', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  return () => person.page.unroute('**/info/mood');
}

/** The texts that a person's number got about moods and asks: without those about messages and connections. */
export function supportTexts(app: App, { phonenumber }: Person): string[] {
  return app.textsTo(phonenumber).filter((text) => /support|mistake|doing better/.test(text));
}

/** Waits until the ask's texts have reached the endpoint. */
export async function isTexted(app: App, friends: Person[], count = 1): Promise<void> {
  for (const friend of friends) await expect.poll(() => supportTexts(app, friend), PATIENTLY).toHaveLength(count);
}

/** Sets a person's ask back in time, as if that much had passed. */
export async function setBack(app: App, { uid }: Person, interval: string): Promise<void> {
  // Friends who are asked were friends before. In one statement: between two the friends would not be asked.
  await app.sql(
    `with set_back as (
       update asks set asked_at = asked_at - $2::interval, called_at = called_at - $2::interval,
         opens_at = opens_at - $2::interval, version = version + 1 where uid = $1 and closed_at is null
     )
     update connections set connected_at = connected_at - $2::interval`,
    [uid, interval],
  );
}
