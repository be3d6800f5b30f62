import type { AskReport, FriendAsk, OwnAsk } from '#contract/asks.ts';

/** What would help, as the person chooses it and friends read it. */
export const HELP_WORDS = {
  call: 'Call me',
  message: 'Message me',
  company: 'Keep me company',
  know: 'Just so you know',
} as const;

const friends = (count: number) => (count === 1 ? '1 friend' : `${count} friends`);

/** The honest report: counts, and a name only where the network failed. */
export function reportWords({ asked, handed, arrived, lost, trying, appOnly, seen }: AskReport): string[] {
  if (asked === 0) return ['Nobody is in your circle yet. You can talk to someone right now.'];
  const parts = [
    ...(handed > 0 ? [`${handed === 1 ? '1 text' : `${handed} texts`} handed to the phone network`] : []),
    ...(arrived > 0 ? [`${arrived} of them arrived`] : []),
    ...(trying > 0 ? [`${trying} still trying`] : []),
    ...(appOnly > 0 ? [`${appOnly} in the app only`] : []),
  ];
  return [
    [
      `You asked ${friends(asked)}.`,
      ...(parts.length > 0 ? [`${parts.join(', ')}.`] : []),
      ...(seen > 0 ? [`${seen} ${seen === 1 ? 'has' : 'have'} seen it.`] : []),
    ].join(' '),
    ...lost.map(({ firstname }) => `The text to ${firstname} could not be sent. You could call.`),
  ];
}

/** What the bar says before the ask opens. @param now by the server's clock, in ms */
export function holdWords({ opensAt, report }: OwnAsk, now: number): string {
  const seconds = Math.max(0, Math.ceil((opensAt - now) / 1000));
  const how = report.appOnly === report.asked ? 'asked' : 'texted';
  return `Your friends are ${how} in ${seconds} s.`;
}

/** Who is there already, for the others who are asked. */
export function othersWords({ onIt, names, handedOverAt }: FriendAsk, firstname: string): string | null {
  if (handedOverAt !== null && onIt === 0) return `A friend was with ${firstname} and has to go. Can you take over?`;
  if (onIt === 0) return null;
  if (names.length === onIt) return `${listOf(names)} ${onIt === 1 ? 'is' : 'are'} with ${firstname}`;
  return `${friends(onIt)} ${onIt === 1 ? 'is' : 'are'} with ${firstname}`;
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
