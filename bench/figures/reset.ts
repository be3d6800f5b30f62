import type { Call, TimedCall } from '#bench/loads/timed-calls-load.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { runScript } from '#bench/rig/child-processes.ts';
import { openMailSink } from '#bench/rig/mail-sink.ts';
import { insertPeople } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const TRIES = { full: 2_000, quick: 500 };

/** Asking for a new password: whether the time of the answer tells which emails have an account. */
export const reset: Figure = {
  name: 'reset',
  async measure(context) {
    await using sink = await openMailSink();
    const settings = { SMTP_URL: sink.url, MAIL_FROM: 'moodring@example.com' };
    await using product = await startProduct(context, 'reset', { settings });
    await insertPeople(product, 1);
    const { rows } = await product.db.query<{ email: string }>('select email from users');
    const known = rows[0]!.email;
    const tries = TRIES[context.size];
    const emails = Array.from({ length: tries }, (_, n) => (isChosen() ? known : `nobody.${n}@example.com`));
    const calls = emails.map((email): Call => {
      return { origin: product.url, method: 'POST', path: '/api/recovery/link', cookie: '', body: { email } };
    });
    const timed = await runScript<TimedCall[]>('loads/timed-calls-load.ts', { calls });
    const timesOf = (isKnown: boolean) =>
      timed.filter((_, place) => (emails[place] === known) === isKnown).map(({ ms }) => ms);
    const [knownMs, unknownMs] = [median(timesOf(true)), median(timesOf(false))];
    context.log(`known ${knownMs.toFixed(3)} ms, unknown ${unknownMs.toFixed(3)} ms; ${sink.taken} mails so far`);
    return [
      {
        figure: 'asking for a new password, the slower of known and unknown emails ÷ the faster',
        unit: 'ms',
        ours: Math.max(knownMs, unknownMs),
        reference: Math.min(knownMs, unknownMs),
        goal: { atMost: 1.1 },
        note: `by POST /api/recovery/link, one at a time: ${tries} tries, each with a known or an unknown email at random, so that both follow the background work of each other; known ${knownMs.toFixed(3)} ms, unknown ${unknownMs.toFixed(3)} ms, medians`,
      },
    ];
  },
};

function isChosen(): boolean {
  return Math.random() < 0.5;
}
