import { type Browser, expect, type Locator } from '@playwright/test';
import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { PASSWORD, type Profile } from '#fixtures/client.ts';
import { type BrowserOptions, openContext } from '../browser/open-context.ts';
import { Guest } from './guest.ts';

/** The button below the moods, for each of them. */
export const SHARE = /^(Share my mood|Ask my friends for support)$/;

/** A signed-in person with a browser of their own. */
export class Person extends Guest {
  uid = '';
  firstname = '';
  displayName = '';
  email = '';
  phonenumber = '';

  /** Signs up and in with the forms' calls. */
  static async signUp(browser: Browser, origin: string, options: BrowserOptions, profile: Profile) {
    const context = await openContext(browser, origin, options);
    const person = new Person(context, await context.newPage(), origin);
    const displayName = `${profile.firstname} ${profile.lastname}`;
    const { email } = profile;
    await person.calls('POST', '/api/identity/sign-up/email', { ...profile, name: displayName, password: PASSWORD });
    const session = await person.calls('POST', '/api/identity/sign-in/email', { email, password: PASSWORD });
    return Object.assign(person, profile, { displayName, uid: (session as { user: { id: string } }).user.id });
  }

  /** Calls the API with this person's session, for the set-up of a journey. */
  async calls(method: 'PATCH' | 'POST' | 'PUT', path: string, data: unknown): Promise<unknown> {
    const answer = await this.context.request.fetch(path, { method, data });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json().catch(() => undefined);
  }

  /** Signs this person in on another device, with a session of its own. */
  async signsInOn({ context }: Guest): Promise<void> {
    const data = { email: this.email, password: PASSWORD };
    const answer = await context.request.post('/api/identity/sign-in/email', { data });
    if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  }

  /** The other person's row on 'My Circle' or 'My Chats'. */
  rowOf(other: Person): Locator {
    return this.page.getByRole('main').getByRole('link', { name: other.displayName });
  }

  /** The messages of the chat that is open, each as 'You: …' or 'Grace: …', oldest first. */
  get messages(): Locator {
    return this.page.getByRole('log').getByText(/^[^:]+: ./s);
  }

  get messageBox(): Locator {
    return this.page.getByPlaceholder('Type your message...');
  }

  async picks(mood: Mood): Promise<void> {
    await this.page.getByRole('main').getByText(MOOD_CATALOGUE[mood].message).click();
    await this.page.getByRole('button', { name: SHARE }).click();
    await expect(this.page.getByText(`Your current mood : ${mood}`)).toBeVisible();
  }

  /** Signs out through the menu under the initials. */
  async signsOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'your account' }).click();
    await this.page.getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(this.page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  }

  async opensChatWith(other: Person): Promise<void> {
    await this.goesTo('/cares');
    await this.rowOf(other).click();
    await expect(this.page.getByRole('heading', { name: `Chat with ${other.firstname}` })).toBeVisible();
  }

  /** Types a message, sends it, and waits until the input is empty. */
  async says(content: string): Promise<void> {
    await this.messageBox.fill(content);
    await this.page.getByRole('button', { name: 'Send' }).click();
    await expect(this.messageBox).toHaveValue('');
  }
}

/** `one` connects with `other`, which sends a greeting. */
export async function connected(one: Person, other: Person): Promise<void> {
  await one.calls('PUT', `/api/users/${one.uid}/connections/${other.uid}`, {});
}
