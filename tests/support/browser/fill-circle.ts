import type { App } from '../servers/app-process.ts';
import { connected, type Person } from './journey.ts';

/** Connects `person` with friends in all moods. They have sent unread messages with words too long for a line. */
export async function fillCircle(app: App, person: Person, friends: Person[]): Promise<void> {
  const moods = ['Dark', 'Purple', 'Yellow', 'Green'];
  for (const [index, friend] of friends.entries()) {
    await connected(person, friend);
    await friend.calls('PUT', `/api/users/${friend.uid}/info/mood`, { mood: moods[index % moods.length] });
    for (const content of [`https://example.com/${'long'.repeat(40)}`, 'Two\nlines']) {
      await friend.calls('POST', '/api/messages', { id: crypto.randomUUID(), receiver: person.uid, content });
    }
  }
  await app.sql("update messages set timestamp = now() - interval '40 days' where sender = $1", [person.uid]);
}
