import { pino } from 'pino';
import { createExports, exportAccount, leaveWith } from '#server/features/account/index.ts';
import { removePerson } from '#server/features/identity/index.ts';
import { createGateways, newTexts } from '#server/features/texts/index.ts';
import { reportToNodes } from '#server/live/operator-events.ts';
import { type Command, printableJson, Refused } from './command.ts';
import { findPerson } from './find-person.ts';

/** Warnings go where they do not mix with the answer. */
const log = pino(pino.destination(2));

/** Commands about all of a person's data. */
export const personDataCommands: Command[] = [
  {
    name: 'person delete',
    args: ['EMAIL'],
    options: { yes: 'flag' },
    does: 'deletes an account as if its person had; asks first, unless --yes',
    async run(tools, { names: [email], options }) {
      const pool = await tools.database();
      const person = await findPerson(pool, email);
      const question = `Delete ${person.name} (${person.email}) with all conversations? This cannot be undone.`;
      if (!options.yes && !(await tools.confirm(question)))
        throw new Refused('Nothing was deleted. Without a terminal, add --yes.');
      const config = tools.config();
      const state = newTexts(createGateways(config).general, config.phoneProof);
      await leaveWith({ log, pool, state }, person.uid, {
        remove: (before) => removePerson(pool, person, before),
        refetch: (friends) => reportToNodes(pool, 'refetch', friends),
      });
      await reportToNodes(pool, 'sessions_ended', [person.uid]);
      return {
        lines: [`${person.name} is deleted. The running server removes their rows in the next minute.`],
        data: person,
      };
    },
  },
  {
    name: 'person export',
    args: ['EMAIL'],
    does: 'prints all data about a person, as JSON',
    async run(tools, { names: [email] }) {
      const pool = await tools.database();
      const { uid } = await findPerson(pool, email);
      const context = { config: tools.config(), exports: createExports(pool, pool), pool, log };
      let text = '';
      for await (const chunk of exportAccount(context, { uid })) text += chunk;
      return { lines: [printableJson(text.trimEnd())], data: JSON.parse(text) };
    },
  },
];
