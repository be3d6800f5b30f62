import { parseArgs } from 'node:util';
import { explainStartFailure } from '#server/explain-start-failure.ts';
import { type Command, type Given, printableJson, Refused, type Tools, WrongUsage } from './command.ts';
import { importCommands } from './import.ts';
import { installationCommands } from './installation.ts';
import { personCommands } from './person.ts';
import { pushCommands } from './push.ts';
import { reportCommands } from './reports.ts';
import { statusCommand } from './status.ts';
import { textsCommands } from './texts.ts';
import { waysInCommands } from './ways-in.ts';

/** All commands. A new one is a line of its group's file, and appears in the help by itself. */
const COMMANDS: Command[] = [
  statusCommand,
  ...personCommands,
  ...waysInCommands,
  ...reportCommands,
  ...textsCommands,
  ...pushCommands,
  ...installationCommands,
  ...importCommands,
];

interface Result {
  exitCode: 0 | 1 | 2;
  out: string;
  error: string;
}

export async function runCommand(args: string[], tools: Tools): Promise<Result> {
  const isJson = args.includes('--json');
  const fail = (exitCode: 1 | 2, error: string): Result => ({
    ...{ exitCode, error: isJson ? '' : error },
    out: isJson ? printableJson(JSON.stringify({ error })) : '',
  });
  try {
    if (args.length === 0 || args[0] === 'help' || args.includes('--help'))
      return { exitCode: args.length === 0 ? 2 : 0, out: help(), error: '' };
    const { command, given } = understand(args);
    const { lines, data } = await command.run(tools, given);
    return { exitCode: 0, out: isJson ? printableJson(JSON.stringify(data)) : lines.join('\n'), error: '' };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof WrongUsage || code?.startsWith('ERR_PARSE_ARGS')) return fail(2, `${message}\n\n${help()}`);
    return fail(1, error instanceof Refused ? message : explainStartFailure(error as Error));
  }
}

function understand(args: string[]): { command: Command; given: Given } {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, place) => args[place] === word));
  if (!command) throw new WrongUsage(`There is no command ${args.slice(0, 2).join(' ')}.`);
  const { values, positionals } = parseArgs({
    args: args.slice(command.name.split(' ').length),
    options: { json: { type: 'boolean' }, ...command.options },
    allowPositionals: true,
  });
  const { name, args: needed = [] } = command;
  if (positionals.length !== needed.length) throw new WrongUsage(`${name} needs ${needed.join(' ') || 'no argument'}.`);
  return { command, given: { names: positionals, options: values } };
}

function help(): string {
  const usages = COMMANDS.map(({ name, args = [], options = {} }) => {
    const shown = Object.entries(options).map(([option, { type }]) => `[--${option}${type === 'string' ? ' …' : ''}]`);
    return [name, ...args, ...shown].join(' ');
  });
  const width = Math.max(...usages.map(({ length }) => length));
  return [
    'npm run admin -- COMMAND [--json]',
    '',
    ...COMMANDS.map(({ does }, place) => `  ${usages[place]!.padEnd(width)}  ${does}`),
    '',
    'Exit codes: 0 done, 1 refused or not found, 2 not understood. With NPM_CONFIG_LOGLEVEL=silent only the answer is printed.',
  ].join('\n');
}
