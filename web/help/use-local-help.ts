import { useQuery } from '@tanstack/react-query';

interface Line {
  href: string;
  words: string;
}

interface LocalHelp {
  emergency: Line | null;
  line: Line | null;
}

/**
 * The emergency number and the first helpline of the country that /help puts first for this browser. They are read from that page, which
 * has an operator's own lines and which the browser keeps for times without a connection.
 */
export function useLocalHelp(): LocalHelp | undefined {
  return useQuery({ queryKey: ['local-help'], queryFn: readLocalHelp, staleTime: Number.POSITIVE_INFINITY }).data;
}

async function readLocalHelp(): Promise<LocalHelp> {
  const answer = await fetch('/help');
  if (!answer.ok) throw new Error(`/help: ${answer.status}`);
  return localHelp(new DOMParser().parseFromString(await answer.text(), 'text/html'), navigator.languages);
}

/** As web/help/help.ts finds it: the first region among the languages, else the page's first country. */
function localHelp(page: ParentNode, languages: readonly string[]): LocalHelp {
  const region = languages.map((language) => new Intl.Locale(language).region).find(Boolean);
  const section = page.querySelector(`#country-${region}`) ?? page.querySelector('#nearest details');
  const emergency = section?.querySelector('.emergency a[href^="tel:"]');
  const item = [...(section?.querySelectorAll('li') ?? [])].find((each) => each.querySelector('a[href^="tel:"]'));
  const call = item?.querySelector('a[href^="tel:"]');
  const name = item?.querySelector('strong')?.textContent;
  const numberOf = (link: Element) => link.getAttribute('data-number') ?? link.textContent;
  return {
    emergency: emergency ? { href: emergency.getAttribute('href')!, words: numberOf(emergency) } : null,
    line: call ? { href: call.getAttribute('href')!, words: lineWords(name ?? '', numberOf(call)) } : null,
  };
}

function lineWords(name: string, number: string): string {
  return name.includes(number) ? name : `${name}, ${number}`;
}
