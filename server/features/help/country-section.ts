import type { Helpline } from '#contract/help/helplines.ts';
import type { Words } from '#languages';

export interface CountryHelp {
  country: string;
  name: string;
  emergency: readonly string[];
  helplines: readonly Helpline[];
}

/** A country as `<details>`. The comments show `withHelplines` where its helplines are. */
export function countrySection(t: Words, { country, name, emergency, helplines }: CountryHelp): string {
  const numbers = emergency.map((number) => callLink(t, number)).join(' ');
  const emergencyLine = numbers && `<p class="emergency"><span>${t.emergencyServices}</span> ${numbers}</p>`;
  return `<details id="country-${country}"><summary>${escapeHtml(name)}</summary>${emergencyLine}${marked(t, country, helplines)}</details>`;
}

/** The page with other helplines in a country's section. A country that the page does not have changes nothing. */
export function withHelplines(t: Words, page: string, country: string, helplines: readonly Helpline[]): string {
  const [before, after] = marks(country);
  const start = page.indexOf(before);
  const end = page.indexOf(after);
  if (start < 0 || end < start) return page;
  return page.slice(0, start) + marked(t, country, helplines) + page.slice(end + after.length);
}

export function withCountryFirst(page: string, country: string): string {
  const opening = `<details id="country-${country}">`;
  const start = page.indexOf(opening);
  if (start < 0) return page;
  const end = page.indexOf('</details>', start) + '</details>'.length;
  const section = page.slice(start, end).replace(opening, `<details id="country-${country}" open>`);
  return (page.slice(0, start) + page.slice(end)).replace(NEAREST, () => section);
}

export const NEAREST = '<!--nearest-->';

function marks(country: string): [before: string, after: string] {
  return [`<!--${country}-->`, `<!--/${country}-->`];
}

function marked(t: Words, country: string, helplines: readonly Helpline[]): string {
  const [before, after] = marks(country);
  const items = helplines.map((line) => `<li>${helplineItem(t, line)}</li>`).join('');
  const list = items === '' ? `<p>${t.noHelplineHere}</p>` : `<ul>${items}</ul>`;
  return `${before}${list}${after}`;
}

function helplineItem(t: Words, line: Helpline): string {
  const { name, call, sms, chat, fallback, hours, cost, languages } = line;
  const ways = [
    call && callLink(t, call),
    sms && smsLink(t, sms),
    chat && `<a class="button" href="${escapeHtml(chat)}" rel="noreferrer">${t.chat}</a>`,
  ];
  const facts = [hours, cost, languages].filter(Boolean).map((fact) => escapeHtml(fact!));
  return [
    `<strong><bdi>${escapeHtml(name)}</bdi></strong>`,
    `<span class="ways">${ways.filter(Boolean).join(' ')}</span>`,
    fallback && `<span>${t.ifThatDoesNotWork({ call: callLink(t, fallback) })}</span>`,
    facts.length > 0 && `<span>${facts.join(' · ')}</span>`,
    `<small>${checkedWords(t, line)}</small>`,
  ]
    .filter(Boolean)
    .join('');
}

/** Never calls an entry checked that no person has compared with the provider's page. The page says that there are such. */
function checkedWords(t: Words, { source, lastChecked }: Helpline): string {
  const host = new URL(source).hostname.replace(/^www\./, '');
  const link = `<a href="${escapeHtml(source)}" rel="noreferrer">${escapeHtml(host)}</a>`;
  if (lastChecked === undefined) return t.theirPage({ link });
  const day = new Date(lastChecked).toLocaleDateString(t.$language === 'en' ? 'en-GB' : t.$language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return t.checkedAt({ day, link });
}

function callLink(t: Words, number: string): string {
  const shown = escapeHtml(number);
  return `<a class="button" href="tel:${dialled(number)}" data-number="${shown}">${t.callNumber({ number: shown })}</a>`;
}

function smsLink(t: Words, { to, words }: NonNullable<Helpline['sms']>): string {
  const body = words ? `?body=${encodeURIComponent(words)}` : '';
  const label = words ? t.textWordsTo({ words, number: to }) : t.textNumber({ number: to });
  return `<a class="button" href="sms:${dialled(to)}${body}">${escapeHtml(label)}</a>`;
}

function dialled(number: string): string {
  return number.replace(/[^\d+]/g, '');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
