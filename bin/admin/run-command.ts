import { type ParseArgsConfig, parseArgs } from 'node:util';
import { explainStartFailure } from '#server/explain-start-failure.ts';
import { type Command, type Given, printableJson, Refused, type Tools, WrongUsage } from './command.ts';
import { COMMANDS, help } from './commands.ts';

interface Result {
  exitCode: 0 | 1 | 2;
  out: string;
  error: string;
}

/** Runs the command that these arguments name. @returns what to print, and the exit code */
export async function runCommand(args: string[], tools: Tools): Promise<Result> {
  const isJson = args.includes('--json');
  const fail = (exitCode: 1 | 2, error: string): Result => ({
    ...{ exitCode, error: isJson ? '' : error },
    out: isJson ? printableJson(JSON.stringify({ error })) : '',
  });
  try {
    if (args.length === 0 || args[0] === 'help' || args.includes('--help'))
      return { exitCode: args.length === 0 ? 2 : 0, out: help().join('\n'), error: '' };
    const { command, given } = understand(args);
    const { lines, data } = await command.run(tools, given);
    return { exitCode: 0, out: isJson ? printableJson(JSON.stringify(data)) : lines.join('\n'), error: '' };
  } catch (error) {
    if (error instanceof WrongUsage) return fail(2, `${error.message}\n\n${help().join('\n')}`);
    return fail(1, error instanceof Refused ? error.message : explainStartFailure(error as Error));
  }
}

function understand(args: string[]): { command: Command; given: Given } {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, place) => args[place] === word));
  if (!command) throw new WrongUsage(`There is no command ${args.slice(0, 2).join(' ')}.`);
  const options: NonNullable<ParseArgsConfig['options']> = { json: { type: 'boolean' } };
  for (const [name, kind] of Object.entries(command.options ?? {}))
    options[name] = { type: kind === 'value' ? 'string' : 'boolean' };
  const given = parse(args.slice(command.name.split(' ').length), options);
  if (given.names.length !== command.args.length)
    throw new WrongUsage(`${command.name} needs ${command.args.join(' ') || 'no argument'}.`);
  return { command, given };
}

function parse(args: string[], options: NonNullable<ParseArgsConfig['options']>): Given {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { names: positionals, options: values as Given['options'] };
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}
