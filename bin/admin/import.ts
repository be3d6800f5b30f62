import { importFirebase, Unreadable } from '#server/features/import/index.ts';
import { type Command, printable, Refused, WrongUsage } from './command.ts';

const NOTHING_STORED = 'Nothing was stored: this was a dry run.';

export const importCommands: Command[] = [
  {
    name: 'import firebase',
    options: {
      ...{ users: { type: 'string' }, database: { type: 'string' }, hash: { type: 'string' } },
      'dry-run': { type: 'boolean' },
    },
    does: 'takes people, circles and messages from the files of a Firebase project; it may run again',
    async run(tools, { options }) {
      const { users, database, hash } = options;
      if (typeof users !== 'string' || typeof database !== 'string' || typeof hash !== 'string')
        throw new WrongUsage('import firebase needs --users, --database and --hash.');
      const isTrial = options['dry-run'] === true;
      const pool = await tools.database();
      const report = await importFirebase(
        pool,
        tools.config().defaultCountry,
        { users, database, hash },
        isTrial,
      ).catch((error) => {
        throw error instanceof Unreadable
          ? new Refused(`${error.message.replace(/\.?$/, '.')} Nothing was stored.`)
          : error;
      });
      const { taken, found, notes } = report;
      const lines = [
        `The files have ${found.people} people and ${found.messages} messages.`,
        `New: ${taken.people} people, ${taken.passwords} of them with their password; ${taken.friendships} friendships; ${taken.messages} messages.`,
        ...notes.map(
          ({ what, count, examples }) =>
            `${count} × ${what} (${examples.map(printable).join(', ')}${count > examples.length ? ', …' : ''})`,
        ),
        ...(isTrial ? [NOTHING_STORED] : []),
      ];
      return { lines, data: { ...report, isTrial } };
    },
  },
];
