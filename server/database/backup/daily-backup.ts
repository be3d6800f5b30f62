import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Job } from '#server/background/jobs.ts';
import { backUp } from './back-up.ts';
import { checkBackup } from './check-backup.ts';

const KEPT = 7;
const NAME = /^moodring-\d{4}-\d\d-\d\d\.sql\.gz$/;

interface Parts {
  url: string;
  folder: string;
  /** A time of day, such as 03:30, in the time zone of the process. */
  at: string;
  log: Logger;
  now?: () => Date;
}

/** Backs up once a day, reads the file back, and keeps the last seven. The first backup is made at once. */
export function dailyBackup({ url, folder, at, log, now = () => new Date() }: Parts): Job {
  return {
    name: 'backup',
    everyMs: 60_000,
    async run() {
      const file = join(folder, `moodring-${dueDay(now(), at)}.sql.gz`);
      if (existsSync(file)) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await backUp(url, file);
      const rows = await checkBackup(file).catch(async (error) => {
        await rm(file);
        throw error;
      });
      for (const old of backupsIn(folder).slice(0, -KEPT)) await rm(old);
      log.info({ file, rows, bytes: statSync(file).size }, 'Backed up, and read back');
    },
  };
}

/** The day whose time of backup was last. @returns as YYYY-MM-DD */
function dueDay(now: Date, at: string): string {
  const [hours, minutes] = at.split(':').map(Number) as [number, number];
  const due = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
  if (due > now) due.setDate(due.getDate() - 1);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${due.getFullYear()}-${twoDigits(due.getMonth() + 1)}-${twoDigits(due.getDate())}`;
}

/** The daily backups, the oldest first. @returns their addresses */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name));
}
