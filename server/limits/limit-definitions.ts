import type { LeasedLimit, Limit } from './limit.ts';

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

interface Words {
  /** 'search', 'send # texts' with the figure in place of #, or '# texts' for a reason that only the operator reads. */
  words: string;
  unit?: number;
  advice?: string;
}

/** So many times more accounts does a network make by invitations. */
const INVITED_TIMES = 7;

const PERIODS = { minute: 60, hour: 3_600, day: 86_400 };
type Rate = `${number}/${keyof typeof PERIODS}`;
type Rates = Rate | `${Rate} ${Rate}`;

/** Whom a row limits. These count under the row's name, all others under a name of their own: 'search, network'. */
const PLAIN = ['person', 'account', 'email', 'everybody', 'payer', 'phone', 'firstCall', 'pair'] as const;
type Other =
  | 'network'
  | 'inviter'
  | 'newAccount'
  | 'number'
  | 'address'
  | 'all'
  | 'knownDevice'
  | 'session'
  | 'signedIn'
  | 'link'
  | 'unproven';
type Whom = (typeof PLAIN)[number] | Other;

interface Row extends Words, Partial<Record<Exclude<Whom, 'network'>, Rates>> {
  network?: Rates | number;
  /** Periods over which the uses are counted together, so that a short burst is allowed. */
  over?: number;
  /** The size of leases, of all but a network's, and how they fail: see `LeasedLimit`. */
  open?: number;
  closed?: number;
}

// A network (IPv4 address, IPv6 /64) has a limit because accounts are free, and a higher one because homes and schools share it
// (docs/decisions/0012-limits.md). Counts are stored under the row's name: a new name begins at zero.
const ROWS = {
  // Wrong codes only. Strangers with many networks must not keep invited people out.
  invitation: { everybody: '1000/hour', network: '20/hour', words: 'try # wrong invitations' },
  search: { person: '30/minute 300/day', network: 3, words: 'search' },
  // Too few to find out others' numbers digit by digit.
  searchByNumber: { person: '20/day', network: 3, words: 'search by phone number', advice: 'Please search by name.' },
  searchMessages: { person: '30/minute 600/day', network: 3, words: 'search your chats' },
  connect: { person: '100/day', newAccount: '20/day', network: 3, words: 'connect with # people' },
  answerRequests: { person: '60/minute', open: 1, words: 'answer # requests' },
  photo: { person: '400/day', network: 3, words: 'send # MB of photos', unit: 0.5 },
  profilePhoto: { person: '20/day', words: 'change your photo' },
  message: { person: '60/minute 3000/day', over: 5, open: 20, words: 'send # messages' },
  mood: { person: '60/minute 1000/day', open: 10, words: 'choose # moods' },
  react: { person: '60/minute 1000/day', network: 3, words: 'react' },
  // By itself: reactions must not keep a person from removing words. A network's are tries that find no message.
  deleteMessage: { person: '60/minute 1000/day', network: 3, open: 1, words: 'delete # messages' },
  askForSupport: { person: '30/hour', words: 'text your circle' },
  changeSettings: { person: '30/minute 300/day', words: 'change your settings' },
  // By themselves: a flood of other settings must not keep a person from these.
  removeOrBlock: { person: '30/minute 300/day', open: 1, words: 'remove or block # people' },
  muteOrHide: { person: '60/minute 1000/day', open: 1, words: 'mute or hide' },
  dataAsAFile: { person: '20/hour', network: 5, words: 'download your data' },
  moodsAsAFile: { person: '20/hour', network: 5, words: 'download moods' },
  // Of a person alone: others in the same home must not use them up.
  forgetMoods: { person: '30/hour', words: 'forget moods' },
  report: { person: '10/day', words: 'report' },
  textByHand: {
    person: '5/minute 50/day',
    newAccount: '5/day',
    network: '20/day',
    number: '20/day',
    words: 'send # texts',
  },
  // Above it a STOP still counts, and nothing is answered: two machines that answer each other soon fall silent.
  textFromANumber: { phone: '20/hour', words: '# texts from one number' },
  otherWordsFromANumber: { phone: '1/day', words: '# answer to other words from one number' },
  checkAPhoneNumber: { network: '30/minute 600/day', words: 'check # phone numbers' },
  // About messages and connections, far above ordinary use. Small leases: a node that stops loses the rest of them.
  textsByOne: { payer: '500/day', closed: 5, words: '# texts by one person' },
  textsToOne: { phone: '300/day', unproven: '50/day', closed: 5, words: '# texts to one number' },
  // Texts that ask for support; those of a payer without each author's first call of a day.
  supportTextsByOne: { payer: '300/day', closed: 5, words: '# further texts for support by one person' },
  // By new accounts of one network. It leaves room for other people's first calls.
  supportTextsByOneToOne: {
    pair: '10/day',
    closed: 1,
    words: '# texts for support by newcomers to one number',
  },
  // Above it the friend sees it in the app. Purple that becomes Dark is counted by itself, so the other never holds it back.
  askTextsByOneToOne: { pair: '10/day', closed: 1, words: '# texts for support by one person to one friend' },
  worseTextsByOneToOne: { pair: '10/day', closed: 1, words: '# texts of a worsening by one person to one friend' },
  // The second half is kept for first calls of a day by accounts older than a week.
  supportTextsToOne: { phone: '30/day', firstCall: '60/day', closed: 1, words: '# texts for support to one number' },
  // Not more than there are calls to a friend, so by one person to one friend 10 a day.
  textsOnceMore: { payer: '300/day', phone: '30/day', closed: 1, words: '# texts that ask once more' },
  // A browser renews its subscription when the app opens. When nothing can be counted, it still may.
  renewPushes: { person: '60/minute', open: 1, words: 'renew notifications' },
  subscribeToPushes: { person: '30/day', network: 10, words: 'turn notifications on' },
  testPush: { person: '3/minute 30/day', network: '100/day', words: 'test notifications' },
  pushesByOne: { person: '4000/day', closed: 20, words: '# pushes by one person' },
  pushesByOneToOne: { pair: '600/day', closed: 10, words: '# pushes by one person to another' },
  // Not for browsers that were signed in to the account before: others in the same home must not keep them out.
  logIn: { network: '20/minute', words: 'log in' },
  passkey: { network: '60/minute', knownDevice: '60/minute', words: 'log in by passkey' },
  // By steps, of which a log-in has two.
  otherProvider: { network: '60/minute', knownDevice: '60/minute', words: 'log in this way' },
  otherProviderByAll: { network: '600/minute', words: 'log in this way' },
  // At one account: from new devices, from each one that has been signed in to it, and in one session. All sessions
  // together have more, so a stolen one does not use them up.
  password: {
    account: '20/hour',
    knownDevice: '20/hour',
    session: '20/hour',
    signedIn: '100/hour',
    words: 'try # passwords',
  },
  // By email, with or without an account. Each known device goes on above that, so strangers do not use it up.
  resetLink: {
    email: '5/hour 10/day',
    knownDevice: '5/day',
    network: '20/hour 60/day',
    all: '2000/day',
    words: 'ask for # links',
    advice: 'Please look for them, or try again later.',
  },
  resetCode: {
    email: '3/hour 5/day',
    knownDevice: '5/day',
    network: '10/day',
    number: '10/day',
    all: '300/day',
    words: 'ask for # codes',
  },
  // Looks and hand-overs count too. A stranger with a text's link uses up nothing of the friend's.
  answerAnAsk: { person: '60/minute 2000/day', link: '60/minute 2000/day', open: 10, words: 'answer' },
  handOver: { person: '10/hour', open: 1, words: 'hand over' },
  changeAnAsk: { person: '60/minute 1000/day', open: 10, words: 'change this' },
  undo: { person: '60/minute 1000/day', open: 10, words: 'undo' },
  // Wrong links of texts. Right ones are not counted: they carry a call for help.
  answerCode: { network: '20/hour', words: 'try # wrong links' },
  recovery: { network: '20/hour', words: 'try # wrong links or codes' },
  proofCode: { person: '3/hour 5/day', network: '10/day', number: '5/day', all: '300/day', words: 'ask for # codes' },
  // Above a number's limit, for accounts older than a week.
  furtherProofCode: { person: '1/day', number: '5/day', words: 'ask for # further codes' },
  mail: { person: '5/hour 10/day', network: '20/day', address: '5/day', all: '1000/day', words: 'ask for # mails' },
} as const satisfies Record<string, Row>;

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

type Rows = typeof ROWS;
type Leased = { open: number } | { closed: number };
type LimitOf<OneRow, Who> = Who extends 'network' ? Limit : OneRow extends Leased ? LeasedLimit : Limit;

export const LIMITS = Object.fromEntries(
  Object.entries<Row>(ROWS).map(([name, row]) => [name, expandRow(inWords(name), row)]),
) as unknown as { [Name in keyof Rows]: { [Who in keyof Rows[Name] & Whom]: LimitOf<Rows[Name], Who> } };

/** Invited sign-ups count for the inviter; a further bound stops chains. @param perDay of a network without invitations */
export function limitsOfSignUps(perDay: number): Record<'network' | 'invited' | 'inviter', Limit> {
  const words = 'make # new accounts';
  const rates = (most: number): Rates => `${Math.ceil(most / 3)}/hour ${most}/day`;
  const { inviter, network } = expandRow('sign up', { inviter: '30/day', network: rates(perDay), words });
  const { network: invited } = expandRow('invited sign up', { network: rates(INVITED_TIMES * perDay), words });
  return { network: network!, invited: invited!, inviter: inviter! };
}

/** A limit of the whole installation. A node leases a hundredth at a time. Fails closed. @param perDay at least 1 */
export function limitOfInstallation(what: string, perDay: number, message: string): LeasedLimit {
  const leaseSize = Math.ceil(perDay / 100);
  const max = Math.floor(perDay / leaseSize);
  return { what, leaseSize, failMode: 'closed', rules: [{ max, seconds: PERIODS.day, message }] };
}

function expandRow(name: string, row: Row): Record<string, Limit> {
  const { words, unit, advice, over = 1, open, closed, ...whoms } = row;
  const expand = (whom: string, rates: Rates | number) => {
    const [own, times] = typeof rates === 'number' ? [whoms.person!, rates] : [rates, 1];
    const leaseSize = whom === 'network' ? undefined : (open ?? closed);
    const rules = own.split(' ').map((rate) => {
      const [figure, period] = rate.split('/') as [string, keyof typeof PERIODS];
      const uses = Number(figure) * times;
      const max = (uses * over) / (leaseSize ?? 1);
      return { max, seconds: PERIODS[period] * over, message: sentenceOf(whom, row, uses, period) };
    });
    const what = PLAIN.some((plain) => plain === whom) ? name : `${name}, ${inWords(whom)}`;
    return { what, rules, ...(leaseSize && { leaseSize, failMode: open ? 'open' : 'closed' }) };
  };
  return Object.fromEntries(Object.entries(whoms).map(([whom, rates]) => [whom, expand(whom, rates)]));
}

/** The sentence of a refusal: 'You can search 30 times a minute. Please wait a moment.' */
function sentenceOf(
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
