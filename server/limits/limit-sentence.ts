const SUBJECTS: Partial<Record<string, string>> = {
  account: 'New devices together can',
  knownDevice: 'A device that you use often can',
  network: 'Your network can',
  inviter: 'The invitations of one person can',
  newAccount: 'A new account can',
  everybody: 'All people together can',
  all: 'All people together can',
  number: 'This number can get',
  address: 'This address can get',
};

export interface Words {
  /** 'search', 'send # texts' with the figure in place of #, or '# texts' for a reason that only the operator reads. */
  words: string;
  unit?: number;
  advice?: string;
}

/** The sentence of a refusal: 'You can search 30 times a minute. Please wait a moment.' */
export function sentenceOf(
  whom: string,
  { words, unit = 1, advice = 'Please try again later.' }: Words,
  uses: number,
  period: string,
): string {
  const most = (uses * unit).toLocaleString('en');
  const time = period === 'hour' ? 'an hour' : `a ${period}`;
  if (words.startsWith('#')) return `${words.replace('#', most)} within ${time}`;
  const subject = SUBJECTS[whom] ?? 'You can';
  const what = subject.endsWith('get') ? words.slice(words.indexOf('#')) : words;
  const times = what.includes('#') ? what.replace('#', most) : `${what} ${most} times`;
  return `${subject} ${times} ${time}. ${period === 'minute' ? 'Please wait a moment.' : advice}`;
}
