import { FIRST_NAMES, LAST_NAMES } from './common-names.ts';
import type { Random } from './random.ts';

/** How many different first or last names there are to draw from. */
const NAMES = 3_000_000;
/** Flattens the top of the distribution: the commonest name is borne by seven people in a thousand. */
const FLATNESS = 10;

const STARTS = syllables(
  'ba ka ma ra sa ta na da la ja be ke le me ne re te ve bi ki mi si ti vi bo ko lo mo no ro so to',
);
const MIDDLES = syllables(
  'ri na la mi no ra li an ne to ma di va el ka su ro ni sha bu da ze ru ta lo ki ve mu sa pe gi do',
);
const FIRST_ENDS = syllables('a o i an el ine is ra na ya ko la us ie et in ma sha ro as nd lia on ka us ene iel');
const LAST_ENDS = syllables('son ov ez ski ini er man sen berg ko as wala ian i u in ard ley ton ade dze enko yan ić');

/** A first name, as often as the world's names are borne: a few by very many people, very many by hardly anybody. */
export function drawFirstName(random: Random): string {
  return varied(random, nameOf(drawRank(random), FIRST_NAMES, FIRST_ENDS));
}

export function drawLastName(random: Random): string {
  return varied(random, nameOf(drawRank(random), LAST_NAMES, LAST_ENDS));
}

/** By the law of Zipf and Mandelbrot: the frequency falls with the rank. */
function drawRank(random: Random): number {
  return Math.floor(FLATNESS * ((NAMES + FLATNESS) / FLATNESS) ** random.fraction() - FLATNESS);
}

/** The names beyond the common ones are made of syllables: each rank has its own, rarer ones have more of them. */
function nameOf(rank: number, common: readonly string[], ends: readonly string[]): string {
  if (rank < common.length) return common[rank]!;
  let left = rank - common.length;
  const take = (list: readonly string[]) => {
    const syllable = list[left % list.length]!;
    left = Math.floor(left / list.length);
    return syllable;
  };
  let [name, end] = [take(STARTS), take(ends)];
  while (left > 0) {
    left -= 1;
    name += take(MIDDLES);
  }
  name += end;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Some have two names, and a few bear what would be a wildcard, were it not literal. */
function varied(random: Random, name: string): string {
  const kind = random.below(1_000);
  if (kind < 15) return `${name}-${random.pick(FIRST_NAMES)}`;
  if (kind < 30) return `${name} ${random.pick(LAST_NAMES)}`;
  if (kind < 32) return `${name}${random.pick(['_', '%', '\\'])}${random.pick(FIRST_NAMES)}`;
  return name;
}

function syllables(text: string): string[] {
  return text.split(' ');
}
