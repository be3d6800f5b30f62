import type { Helpline } from '#contract/help/helplines.ts';

export interface CountryHelp {
  country: string;
  name: string;
  emergency: readonly string[];
  helplines: readonly Helpline[];
}

/** A country as `<details>`. The comments show `withHelplines` where its helplines are. */
export function countrySection({ country, name, emergency, helplines }: CountryHelp): string {
  const numbers = emergency.map((number) => callLink(number)).join(' ');
  const emergencyLine = numbers && `<p class="emergency"><span>Emergency services</span> ${numbers}</p>`;
  return `<details id="country-${country}"><summary>${escapeHtml(name)}</summary>${emergencyLine}${marked(country, helplines)}</details>`;
}

/** The page with other helplines in a country's section. A country that the page does not have changes nothing. */
export function withHelplines(page: string, country: string, helplines: readonly Helpline[]): string {
  const [before, after] = marks(country);
  const start = page.indexOf(before);
  const end = page.indexOf(after);
  if (start < 0 || end < start) return page;
  return page.slice(0, start) + marked(country, helplines) + page.slice(end + after.length);
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

function marked(country: string, helplines: readonly Helpline[]): string {
  const [before, after] = marks(country);
  const items = helplines.map((line) => `<li>${helplineItem(line)}</li>`).join('');
  const list = items === '' ? '<p>We know no helpline here yet: see findahelpline.com below.</p>' : `<ul>${items}</ul>`;
  return `${before}${list}${after}`;
}

function helplineItem(line: Helpline): string {
  const { name, call, sms, chat, fallback, hours, cost, languages } = line;
  const ways = [
    call && callLink(call),
    sms && smsLink(sms),
    chat && `<a class="button" href="${escapeHtml(chat)}" rel="noreferrer">Chat</a>`,
  ];
  const facts = [hours, cost, languages].filter(Boolean).map((fact) => escapeHtml(fact!));
  return [
    `<strong>${escapeHtml(name)}</strong>`,
    `<span class="ways">${ways.filter(Boolean).join(' ')}</span>`,
    fallback && `<span>If that does not work: ${callLink(fallback)}</span>`,
    facts.length > 0 && `<span>${facts.join(' · ')}</span>`,
    `<small>${checkedWords(line)}</small>`,
  ]
    .filter(Boolean)
    .join('');
}

/** Never calls an entry checked that no person has compared with the provider's page. The page says that there are such. */
function checkedWords({ source, lastChecked }: Helpline): string {
  const host = new URL(source).hostname.replace(/^www\./, '');
  const link = `<a href="${escapeHtml(source)}" rel="noreferrer">${escapeHtml(host)}</a>`;
  if (lastChecked === undefined) return `Their page: ${link}`;
  const day = new Date(lastChecked).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `Checked ${day} at ${link}.`;
}

function callLink(number: string): string {
  return `<a class="button" href="tel:${dialled(number)}">Call ${escapeHtml(number)}</a>`;
}

function smsLink({ to, words }: NonNullable<Helpline['sms']>): string {
  const body = words ? `?body=${encodeURIComponent(words)}` : '';
  const label = words ? `Text ${words} to ${to}` : `Text ${to}`;
  return `<a class="button" href="sms:${dialled(to)}${body}">${escapeHtml(label)}</a>`;
}

function dialled(number: string): string {
  return number.replace(/[^\d+]/g, '');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
