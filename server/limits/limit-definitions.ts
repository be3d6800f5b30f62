import type { Say } from '#contract/errors.ts';
import type { Words } from '#languages';
import type { LeasedLimit, Limit } from './limit.ts';

/** For whom a limit holds, if not for the person alone. */
const OF: Partial<Record<string, (t: Words) => Words['limitOfYourNetwork']>> = {
  account: (t) => t.limitOfNewDevices,
  knownDevice: (t) => t.limitOfThisDevice,
  network: (t) => t.limitOfYourNetwork,
  inviter: (t) => t.limitByInvitations,
  newAccount: (t) => t.limitOfANewAccount,
  everybody: (t) => t.limitOfAllPeople,
  all: (t) => t.limitOfAllPeople,
  number: (t) => t.limitToThisNumber,
  address: (t) => t.limitToThisAddress,
};

const AT_MOST: Record<Period, (t: Words) => Words['atMostADay']> = {
  minute: (t) => t.atMostAMinute,
  hour: (t) => t.atMostAnHour,
  day: (t) => t.atMostADay,
};

/** So many times more accounts does a network make by invitations. */
const INVITED_TIMES = 7;

const PERIODS = { minute: 60, hour: 3_600, day: 86_400 };
type Period = keyof typeof PERIODS;
type Rate = `${number}/${Period}`;
type Rates = Rate | `${Rate} ${Rate}`;

/** Whom a row limits. These count under the row's name, all others under a name of their own: 'search, network'. */
const PLAIN = ['person', 'account', 'email', 'everybody', 'payer', 'phone', 'firstCall', 'settled', 'pair'] as const;
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

interface Row extends Partial<Record<Exclude<Whom, 'network'>, Rates>> {
  /** 'Searches', or '# texts by one person' with the figure in place of #, for a reason that the operator reads. */
  of: Say | string;
  unit?: number;
  advice?: Say;
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
  invitation: { everybody: '1000/hour', network: '20/hour', of: (t) => t.wrongInvitations },
  search: { person: '30/minute 300/day', network: 3, of: (t) => t.searches },
  // Too few to find out others' numbers digit by digit.
  searchByNumber: { person: '20/day', network: 3, of: (t) => t.searchesByNumber, advice: (t) => t.pleaseSearchByName },
  searchMessages: { person: '30/minute 600/day', network: 3, of: (t) => t.searchesInChats },
  connect: { person: '100/day', newAccount: '20/day', network: 3, of: (t) => t.newConnections },
  answerRequests: { person: '60/minute', open: 1, of: (t) => t.answersToRequests },
  photo: { person: '400/day', network: 3, of: (t) => t.megabytesOfPhotos, unit: 0.5 },
  profilePhoto: { person: '20/day', of: (t) => t.changesOfPhotos },
  message: { person: '60/minute 3000/day', over: 5, open: 20, of: (t) => t.messages },
  mood: { person: '60/minute 1000/day', open: 10, of: (t) => t.moods },
  react: { person: '60/minute 1000/day', network: 3, of: (t) => t.reactionsToMessages },
  // By itself: reactions must not keep a person from removing words. A network's are tries that find no message.
  deleteMessage: { person: '60/minute 1000/day', network: 3, open: 1, of: (t) => t.deletedMessages },
  askForSupport: { person: '30/hour 100/day', of: '# calls for support' },
  changeSettings: { person: '30/minute 300/day', of: (t) => t.changesOfSettings },
  // By themselves: a flood of other settings must not keep a person from these.
  removeOrBlock: { person: '30/minute 300/day', open: 1, of: (t) => t.removedOrBlockedPeople },
  muteOrHide: { person: '60/minute 1000/day', open: 1, of: (t) => t.choicesToMuteOrHide },
  dataAsAFile: { person: '20/hour', network: 5, of: (t) => t.downloadsOfData },
  moodsAsAFile: { person: '20/hour', network: 5, of: (t) => t.downloadsOfMoods },
  // Of a person alone: others in the same home must not use them up.
  forgetMoods: { person: '30/hour', of: (t) => t.deletionsOfOldMoods },
  report: { person: '10/day', of: (t) => t.reports },
  textByHand: {
    person: '5/minute 50/day',
    newAccount: '5/day',
    network: '20/day',
    number: '20/day',
    of: (t) => t.texts,
  },
  // Above it a STOP still counts, and nothing is answered: two machines that answer each other soon fall silent.
  textFromANumber: { phone: '20/hour', of: '# texts from one number' },
  // Of all numbers together, too: senders can be forged, and each answer costs money.
  answersToANumber: { phone: '10/day', all: '300/day', of: '# answers to STOP, START and HELP' },
  otherWordsFromANumber: { phone: '1/day', of: '# answer to other words from one number' },
  checkAPhoneNumber: { network: '30/minute 600/day', of: (t) => t.checksOfPhoneNumbers },
  // About messages and connections, far above ordinary use. Small leases: a node that stops loses the rest of them.
  textsByOne: { payer: '500/day', closed: 5, of: '# texts by one person' },
  textsToOne: { phone: '300/day', unproven: '50/day', closed: 5, of: '# texts to one number' },
  // By themselves: messages must use up neither reminders of check-ins nor what friends learn of missed ones.
  checkInTextsByOne: { payer: '200/day', closed: 1, of: '# texts of check-ins by one person' },
  missedTextsToOne: { pair: '10/day', unproven: '50/day', closed: 1, of: '# texts of check-ins to one number' },
  // Texts that ask for support; those of a payer without each author's first call of a day.
  supportTextsByOne: { payer: '300/day', closed: 5, of: '# further texts for support by one person' },
  // By new accounts of one network. It leaves room for other people's first calls.
  supportTextsByOneToOne: {
    pair: '10/day',
    closed: 1,
    of: '# texts for support by newcomers to one number',
  },
  // Above it the friend sees it in the app. Purple that becomes Dark is counted by itself, so the other never holds it back.
  askTextsByOneToOne: { pair: '10/day', closed: 1, of: '# texts for support by one person to one friend' },
  worseTextsByOneToOne: { pair: '10/day', closed: 1, of: '# texts of a worsening by one person to one friend' },
  // The first worsenings of a day by accounts older than a week.
  worseTextsToOne: { phone: '30/day', closed: 1, of: '# texts of a worsening to one number' },
  // The second half is kept for first calls of a day by accounts older than a week.
  supportTextsToOne: { phone: '30/day', firstCall: '60/day', closed: 1, of: '# texts for support to one number' },
  // Not more than there are calls to a friend, so by one person to one friend 10 a day. Half is kept for accounts older than a week.
  textsOnceMore: { payer: '300/day', phone: '30/day', settled: '60/day', closed: 1, of: '# texts that ask once more' },
  // A browser renews its subscription when the app opens. When nothing can be counted, it still may.
  renewPushes: { person: '60/minute', open: 1, of: (t) => t.renewalsOfNotifications },
  subscribeToPushes: { person: '30/day', network: 10, of: (t) => t.newDevicesForNotifications },
  testPush: { person: '3/minute 30/day', network: '100/day', of: (t) => t.testNotifications },
  pushesByOne: { person: '4000/day', closed: 20, of: '# pushes by one person' },
  pushesByOneToOne: { pair: '600/day', closed: 10, of: '# pushes by one person to another' },
  // Calls for support to an ntfy topic, an email or a phone. Public ntfy servers count what comes from this one. Of a payer
  // without the first call of a day by accounts older than a week, for which half of a person's is kept.
  pushesToAnAddress: { pair: '10/day', payer: '100/day', open: 1, of: '# notifications by one person to addresses' },
  pushesToAddressesOfOne: { person: '30/day', firstCall: '60/day', open: 1, of: '# notifications to addresses of one' },
  // Without first calls of a day by accounts older than a week, for which the last tenth is kept, too.
  mailsOfCalls: { everybody: '900/day', settled: '1000/day', open: 1, of: '# mails about calls for support' },
  checkInsToAnAddress: { payer: '50/day', open: 1, of: '# notifications of check-ins by one person to addresses' },
  // Also of first calls: ntfy.sh takes some 250 a day from one server (https://docs.ntfy.sh/publish/#limitations).
  pushesAtNtfy: { payer: '30/day', open: 1, of: '# notifications by one person at ntfy.sh' },
  // Half is kept for first calls of a day by accounts older than a week.
  callsToOne: { phone: '10/day', firstCall: '20/day', open: 1, of: '# phone calls to one number' },
  testTopic: { person: '3/minute 10/day', network: '20/day', all: '100/day', of: (t) => t.testNotifications },
  // Not for browsers that were signed in to the account before: others in the same home must not keep them out.
  logIn: { network: '20/minute', of: (t) => t.logIns },
  passkey: { network: '60/minute', knownDevice: '60/minute', of: (t) => t.logInsByPasskey },
  passkeyByAll: { network: '600/minute', of: (t) => t.logInsByPasskey },
  // By steps, of which a log-in has two.
  otherProvider: { network: '60/minute', knownDevice: '60/minute', of: (t) => t.logInsWithAnotherProvider },
  otherProviderByAll: { network: '600/minute', of: (t) => t.logInsWithAnotherProvider },
  // At one account: from new devices, from each one that has been signed in to it, and in one session. All sessions
  // together have more, so a stolen one does not use them up.
  password: {
    account: '20/hour',
    knownDevice: '20/hour',
    session: '20/hour',
    signedIn: '100/hour',
    of: (t) => t.triesOfAPassword,
  },
  // By email, with or without an account. Each known device goes on above that, so strangers do not use it up.
  resetLink: {
    email: '5/hour 10/day',
    knownDevice: '5/day',
    network: '20/hour 60/day',
    all: '2000/day',
    of: (t) => t.linksForANewPassword,
    advice: (t) => t.pleaseLookForThem,
  },
  // Above it, for each network: strangers who know an email do not soon use its links up.
  furtherResetLink: {
    pair: '2/day',
    email: '20/day',
    of: (t) => t.linksForANewPassword,
    advice: (t) => t.pleaseLookForThem,
  },
  resetCode: {
    email: '3/hour 5/day',
    knownDevice: '5/day',
    network: '10/day',
    number: '10/day',
    all: '300/day',
    of: (t) => t.codesByText,
  },
  // Looks and hand-overs count too. A stranger with a text's link uses up nothing of the friend's.
  answerAnAsk: { person: '60/minute 2000/day', link: '60/minute 2000/day', open: 10, of: (t) => t.answers },
  handOver: { person: '10/hour', open: 1, of: (t) => t.timesYouHadToGo },
  changeAnAsk: { person: '60/minute 1000/day', open: 10, of: (t) => t.changesOfYourAsk },
  undo: { person: '60/minute 1000/day', open: 10, of: (t) => t.undoneChoices },
  // Wrong links of texts. Right ones are not counted: they carry a call for help.
  answerCode: { network: '20/hour', of: (t) => t.wrongLinks },
  recovery: { network: '20/hour', of: (t) => t.wrongLinksOrCodes },
  proofCode: { person: '3/hour 5/day', network: '10/day', number: '5/day', all: '300/day', of: (t) => t.codesByText },
  // Above a number's limit, for accounts older than a week.
  furtherProofCode: { person: '1/day', number: '5/day', of: (t) => t.furtherCodesByText },
  // To an account's own address: strangers who name it use up nothing of these. By address: a new account gets no more.
  ownMail: { address: '5/day', of: (t) => t.mails },
  // By itself: otherwise confirmations could be asked for until a thief's passkey is not announced.
  passkeyMail: { address: '5/day', of: (t) => t.mails },
  mail: { person: '5/hour 10/day', network: '20/day', address: '5/day', all: '1000/day', of: (t) => t.mails },
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
  const of: Say = (t) => t.newAccounts;
  const rates = (most: number): Rates => `${Math.ceil(most / 3)}/hour ${most}/day`;
  const { inviter, network } = expandRow('sign up', { inviter: '30/day', network: rates(perDay), of });
  const { network: invited } = expandRow('invited sign up', { network: rates(INVITED_TIMES * perDay), of });
  return { network: network!, invited: invited!, inviter: inviter! };
}

/** A limit of the whole installation. A node leases a hundredth at a time. Fails closed. @param perDay at least 1 */
export function limitOfInstallation(what: string, perDay: number, say: Say): LeasedLimit {
  const leaseSize = Math.ceil(perDay / 100);
  const max = Math.floor(perDay / leaseSize);
  return { what, leaseSize, failMode: 'closed', rules: [{ max, seconds: PERIODS.day, say }] };
}

function expandRow(name: string, row: Row): Record<string, Limit> {
  const { of, unit, advice, over = 1, open, closed, ...whoms } = row;
  const expand = (whom: string, rates: Rates | number) => {
    const [own, times] = typeof rates === 'number' ? [whoms.person!, rates] : [rates, 1];
    const leaseSize = whom === 'network' ? undefined : (open ?? closed);
    const rules = own.split(' ').map((rate) => {
      const [figure, period] = rate.split('/') as [string, Period];
      const uses = Number(figure) * times;
      const max = (uses * over) / (leaseSize ?? 1);
      return { max, seconds: PERIODS[period] * over, say: sentenceOf(whom, row, uses, period) };
    });
    const what = PLAIN.some((plain) => plain === whom) ? name : `${name}, ${inWords(whom)}`;
    return { what, rules, ...(leaseSize && { leaseSize, failMode: open ? 'open' : 'closed' }) };
  };
  return Object.fromEntries(Object.entries(whoms).map(([whom, rates]) => [whom, expand(whom, rates)]));
}

/** The sentence of a refusal: 'Searches of your network: at most 90 a minute. Please wait a moment.' */
function sentenceOf(whom: string, { of, unit = 1, advice }: Row, uses: number, period: Period): Say {
  const most = uses * unit;
  if (typeof of === 'string')
    return () => `${of.replace('#', most.toLocaleString('en'))} within ${period === 'hour' ? 'an' : 'a'} ${period}`;
  return (t) => {
    const what = OF[whom]?.(t)({ what: of(t) }) ?? of(t);
    return AT_MOST[period](t)({ what, most, advice: advice?.(t) ?? t.pleaseTryAgainLater });
  };
}
