import { fillList } from '../people/fill-list.ts';
import type { App } from '../servers/app-process.ts';
import { expect, friends, type Person } from './journey.ts';
import { PHONE } from './sizes.ts';

export const rows = ({ page }: Person) => page.getByRole('main').getByRole('listitem');
/** The row at a place, counted from 1. */
export const rowAt = ({ page }: Person, place: number) => page.getByRole('main').locator(`[aria-posinset="${place}"]`);

/** Opens a list of so many people and waits until its rows know their places. */
export async function opensList(person: Person, many: number, address = '/cares'): Promise<void> {
  await person.goesTo(address);
  await expect(rowAt(person, 1)).toHaveAttribute('aria-setsize', String(many));
}

/** Scrolls what scrolls the list to a part of its height, from 0 to 1, until the rows there are in sight. */
export async function scrollsTo(person: Person, many: number, part: number): Promise<void> {
  await expect(async () => {
    await person.page.evaluate((to) => {
      const box = document.querySelector('[data-scrolled]')!.parentElement!;
      const scroller = box.scrollHeight > box.clientHeight ? box : document.scrollingElement!;
      scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight);
    }, part);
    const place = await placeInSight(person);
    expect(Math.abs(place - part * many)).toBeLessThan(30);
  }).toPass();
}

/** The place of the first row that reaches below the middle of the window. */
export async function placeInSight(person: Person): Promise<number> {
  const places = await rows(person).evaluateAll((all) =>
    all
      .filter((row) => row.getBoundingClientRect().bottom > window.innerHeight / 2)
      .map((row) => Number(row.getAttribute('aria-posinset'))),
  );
  return places[0] ?? Number.NaN;
}

/** Ada with this number of connections, and Grace in the last row. Both have a browser open; Grace's shows their chat. */
export async function withManyFriends(app: App, signUp: Parameters<typeof friends>[0], many: number) {
  const [ada, grace] = await friends(signUp, PHONE);
  await grace.opensChatWith(ada);
  await fillList(app, ada, many - 1);
  await putLast(app, ada, grace);
  return [ada, grace] as const;
}

/** Makes the others' last messages newer than those of a friend. */
export async function putLast(app: App, { uid }: Person, friend: Person): Promise<void> {
  await app.sql('update connections set lastmessage = now() where owner = $1 and other <> $2', [uid, friend.uid]);
}
