import { LinkifyIt } from 'linkify-it';

interface FoundLink {
  start: number;
  end: number;
  url: string;
}

/** Of an international number with its brackets and spaces; E.164 allows 15 digits. */
const NUMBER_MAX_LENGTH = 30;

const linkify = new LinkifyIt({ fuzzyLink: true })
  .add('ftp:', null)
  .add('//', null)
  .add('+', {
    validate: (text, place) => {
      const [number = ''] = /^[1-9][\d().\- ]{5,}\d(?!\d)/.exec(text.slice(place, place + NUMBER_MAX_LENGTH)) ?? [];
      const digits = digitsOf(number).length;
      return digits >= 7 && digits <= 15 ? number.length : 0;
    },
    normalize: (match) => {
      match.url = `tel:+${digitsOf(match.text)}`;
    },
  })
  .add('tel:', { validate: (text, place) => /^\+?\d[\d().\- ]*\d/.exec(text.slice(place))?.[0].length ?? 0 });

const SAFE = /^(https?|mailto|tel):/i;

/** With these characters a link could show another address than it leads to. */
const CHANGES_DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}

/** http, https, mailto and tel, sites and addresses without a scheme, and telephone numbers that begin with +. */
export function findLinks(text: string): FoundLink[] {
  const matches = linkify.match(text) ?? [];
  return matches
    .map(({ index, lastIndex, url }) => ({ start: index, end: lastIndex, url }))
    .filter(({ start, end, url }) => SAFE.test(url) && !CHANGES_DIRECTION.test(text.slice(start, end)));
}
