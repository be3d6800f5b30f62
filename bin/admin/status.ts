import { statSync } from 'node:fs';
import { PRODUCT } from '#contract/product.ts';
import { VERSION } from '#server/app/version.ts';
import type { Config } from '#server/config.ts';
import { backupsIn } from '#server/database/backup/daily-backup.ts';
import { readStatus, type Status } from '#server/features/status/index.ts';
import { describeGateways } from '#server/features/texts/index.ts';
import { describeMail } from '#server/mail/index.ts';
import type { Command } from './command.ts';

const LATE_SECONDS = 60;
const OLD_BACKUP_SECONDS = 26 * 60 * 60;

export const statusCommand: Command = {
  name: 'status',
  does: 'says in ten lines whether all goes well: the database, calls for support, texts, pushes, backups',
  async run(tools) {
    const config = tools.config();
    const status = await readStatus(await tools.database());
    const newest = config.backup && backupsIn(config.backup.folder).at(-1);
    const backupSeconds = newest ? secondsSince(statSync(newest).mtime) : null;
    const faults = faultsOf(status, config, backupSeconds);
    const { people, calls, steps, queues, lastTextAt, lastPushAt, openReports } = status;
    const lines = [
      `${PRODUCT} ${VERSION} at ${config.appUrl}: the database answers, ${people} people.`,
      `Calls for support in 24 hours: ${calls}. ${describeSteps(steps)}.`,
      ...describeGateways(config),
      `Texts: ${lastLeft(lastTextAt)}. ${describeWaiting(status)}`,
      `Notifications: ${lastLeft(lastPushAt)}. Waiting: ${queues.pushes.waiting}.`,
      describeMail(config.smtp),
      config.backup
        ? `Backups in ${config.backup.folder}: the newest is ${backupSeconds === null ? 'still to come' : `${duration(backupSeconds)} old`}.`
        : 'No daily backups are set (BACKUP_DIR).',
      `Reports to look at: ${openReports}.`,
      ...(faults.length > 0 ? faults.map((fault) => `LOOK: ${fault}`) : ['All goes well.']),
    ];
    return { lines, data: { ...status, backupSeconds, faults } };
  },
};

function describeSteps(steps: Status['steps']): string {
  return Object.entries(steps)
    .map(
      ([name, step]) =>
        `${name} ${step.calls}${step.medianSeconds === null ? '' : ` (after ${duration(step.medianSeconds)})`}`,
    )
    .join(', ');
}

function describeWaiting({ queues: { supportTexts, otherTexts } }: Status): string {
  return `Waiting: ${supportTexts.waiting} for support, ${otherTexts.waiting} others.`;
}

function faultsOf({ queues, failures }: Status, { backup }: Config, backupSeconds: number | null): string[] {
  const late = Object.entries(queues).filter(([, { oldestSeconds }]) => (oldestSeconds ?? 0) > LATE_SECONDS);
  const names: Record<string, string> = {
    supportTexts: 'texts for support',
    otherTexts: 'texts',
    pushes: 'notifications',
  };
  return [
    ...late.map(([name, { oldestSeconds }]) => `${names[name]} wait, the oldest for ${duration(oldestSeconds!)}`),
    ...failures.map(
      ({ kind, reason, count, isOver }) =>
        `${count} ${kind === 'push' ? 'notifications' : 'texts'} ${isOver ? 'failed' : 'are tried again'}: ${reason}`,
    ),
    // The server makes the first one when it starts.
    ...(backup && backupSeconds === null ? ['there is no backup yet: see the log'] : []),
    ...(backup && (backupSeconds ?? 0) > OLD_BACKUP_SECONDS ? ['the newest backup is old: see the log'] : []),
  ];
}

const secondsSince = (at: Date) => (Date.now() - at.getTime()) / 1000;

const lastLeft = (at: Date | null) =>
  at ? `the last one left ${duration(secondsSince(at))} ago` : 'none has left yet';

const UNITS: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** In the largest unit that fits. */
function duration(seconds: number): string {
  const [unit, name] = UNITS.find(([size]) => seconds >= size) ?? [1, 'second'];
  const amount = Math.round(seconds / unit);
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}
