import { LinkifyIt } from 'linkify-it';

/** A link in a text: its place, and where it leads. */
interface FoundLink {
  start: number;
  end: number;
  url: string;
}

const linkify = new LinkifyIt({ fuzzyLink: true })
  .add('ftp:', null)
  .add('//', null)
  .add('tel:', { validate: (text, place) => /^\+?\d[\d().\- ]*\d/.exec(text.slice(place))?.[0].length ?? 0 });

const SAFE = /^(https?|mailto|tel):/i;

/** With these characters a link could show another address than it leads to. */
const CHANGES_DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The links in a text, in their order: http, https, mailto and tel, with or without the scheme for sites and addresses. */
export function findLinks(text: string): FoundLink[] {
  const matches = linkify.match(text) ?? [];
  return matches
    .map(({ index, lastIndex, url }) => ({ start: index, end: lastIndex, url }))
    .filter(({ start, end, url }) => SAFE.test(url) && !CHANGES_DIRECTION.test(text.slice(start, end)));
}
