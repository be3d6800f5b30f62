import type { App } from '../servers/app-process.ts';
import { chooses } from './care.ts';
import { connected, type Person, writes } from './journey.ts';

/** Connects `person` with friends in all moods. They have sent unread messages with words too long for a line. */
export async function fillCircle(app: App, person: Person, friends: Person[]): Promise<void> {
  const moods = ['Dark', 'Purple', 'Yellow', 'Green'];
  for (const [index, friend] of friends.entries()) {
    await connected(person, friend);
    await chooses(friend, moods[index % moods.length]!);
    for (const words of [`https://example.com/${'long'.repeat(40)}`, 'Two\nlines']) await writes(friend, person, words);
  }
  await app.sql("update messages set timestamp = now() - interval '40 days' where sender = $1", [person.uid]);
}
