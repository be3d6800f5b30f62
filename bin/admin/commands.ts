import type { Command } from './command.ts';
import { installationCommands } from './installation.ts';
import { personCommands } from './person.ts';
import { pushCommands } from './push.ts';
import { reportCommands } from './reports.ts';
import { textsCommands } from './texts.ts';
import { waysInCommands } from './ways-in.ts';

/** All commands. A new one is a line of its group's file, and appears in the help by itself. */
export const COMMANDS: Command[] = [
  ...personCommands,
  ...waysInCommands,
  ...reportCommands,
  ...textsCommands,
  ...pushCommands,
  ...installationCommands,
];

export function help(): string[] {
  const usages = COMMANDS.map(({ name, args, options = {} }) =>
    [
      name,
      ...args,
      ...Object.entries(options).map(([option, kind]) => `[--${option}${kind === 'value' ? ' …' : ''}]`),
    ].join(' '),
  );
  const width = Math.max(...usages.map(({ length }) => length));
  return [
    'npm run admin -- COMMAND [--json]',
    '',
    ...COMMANDS.map(({ does }, place) => `  ${usages[place]!.padEnd(width)}  ${does}`),
    '',
    'Exit codes: 0 done, 1 refused or not found, 2 not understood. With NPM_CONFIG_LOGLEVEL=silent only the answer is printed.',
  ];
}
