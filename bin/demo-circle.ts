import type { Mood } from '#contract/moods.ts';

/** The people, their moods and the minutes since. The phone numbers are from the range reserved for fiction. */
export const PEOPLE = {
  ada: { firstname: 'Ada', lastname: 'Okafor', phonenumber: '(415) 555-0101', mood: 'Green', since: 1_420 },
  grace: { firstname: 'Grace', lastname: 'Lindqvist', phonenumber: '(415) 555-0102', mood: 'Dark', since: 7 },
  tomas: { firstname: 'Tomás', lastname: 'Herrera', phonenumber: '(415) 555-0103', mood: 'Yellow', since: 195 },
  mei: { firstname: 'Mei', lastname: 'Tanaka', phonenumber: '', mood: 'Purple', since: 50 },
  sam: { firstname: 'Sam', lastname: 'Whitlock', phonenumber: '(415) 555-0105', mood: 'Green', since: 4_300 },
  noor: { firstname: 'Noor', lastname: 'Haddad', phonenumber: '(415) 555-0106', mood: 'Green', since: 9_000 },
} satisfies Record<string, { firstname: string; lastname: string; phonenumber: string; mood: Mood; since: number }>;

export type Name = keyof typeof PEOPLE;

/** The connections and their ages. Ada is not connected with Sam and Noor, so that she can find them. */
export const CIRCLE: [asker: Name, other: Name, minutesAgo: number][] = [
  ['tomas', 'ada', 12_000],
  ['ada', 'grace', 9_000],
  ['mei', 'ada', 4_400],
  ['grace', 'tomas', 4_000],
  ['sam', 'noor', 300],
];

export const CHATS: [sender: Name, receiver: Name, minutesAgo: number, content: string][] = [
  ['ada', 'tomas', 11_900, 'Good! Finals are nearly over. You?'],
  ['tomas', 'ada', 11_880, 'Same here, two left. Coffee after the last one?'],
  ['ada', 'tomas', 11_870, 'Yes. My treat this time.'],
  ['tomas', 'ada', 190, 'Still on for Thursday? This week is eating me alive.'],
  ['grace', 'ada', 8_900, 'Hey you. Long week, but okay.'],
  ['ada', 'grace', 8_880, 'Tell me when you want company. I mean it.'],
  ['grace', 'ada', 1_500, 'Thank you for the soup yesterday. It helped more than you know.'],
  ['ada', 'grace', 1_480, 'There is more where that came from.'],
  ['grace', 'ada', 26, 'Today is a bad one.'],
  ['grace', 'ada', 25, 'Could you call me when you are out of class?'],
  ['ada', 'mei', 4_300, 'Hi Mei! Lovely to see you here. How is the new flat?'],
  ['mei', 'ada', 4_200, 'Quiet. A bit too quiet, if I am honest.'],
  ['tomas', 'grace', 3_900, 'I am around all weekend if you want to walk the dog.'],
];

export const UNREAD: [sender: Name, receiver: Name, count: number][] = [
  ['grace', 'ada', 2],
  ['tomas', 'ada', 1],
];

/** Ada's moods before the one that holds, the oldest first: one each 37 hours. */
export const HISTORY = `Green Yellow Green Yellow Green Purple Yellow Green Yellow Green Yellow
  Dark Purple Yellow Green Yellow Green Green Purple Yellow Green Yellow`.split(/\s+/) as Mood[];
