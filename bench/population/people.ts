import { MOODS, type Mood } from '#contract/moods.ts';
import { drawFirstName, drawLastName } from './names.ts';
import { drawPhoneNumber, type PhoneNumber } from './phone-numbers.ts';
import { createRandom, type Random } from './random.ts';

export interface DrawnPerson {
  firstname: string;
  lastname: string;
  email: string;
  phone: PhoneNumber;
  mood: Mood;
}

/** Of a hundred people. */
const WITH_MOOD: Record<Mood, number> = { Green: 56, Yellow: 25, Purple: 12, Dark: 7 };
const MOOD_OF_HUNDRED = MOODS.flatMap((mood) => Array<Mood>(WITH_MOOD[mood]).fill(mood));

/** The people of a seed, one after the other without end: a larger population begins with the smaller one's. */
export function* drawPeople(seed: number): Generator<DrawnPerson> {
  const random = createRandom(seed, 'people');
  for (let number = 0; ; number += 1) yield drawPerson(random, number);
}

function drawPerson(random: Random, number: number): DrawnPerson {
  const [firstname, lastname] = [drawFirstName(random), drawLastName(random)];
  return {
    firstname,
    lastname,
    email: `${plain(firstname)}.${plain(lastname)}${String(number).padStart(7, '0')}@example.com`,
    phone: drawPhoneNumber(random),
    mood: random.pick(MOOD_OF_HUNDRED),
  };
}

/** What of a name can stand in an email. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, '');
}
