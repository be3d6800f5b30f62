import type { Draft } from './drafts.ts';

/** Puts a refused message back: after refused messages that came back earlier, before text that was typed since. */
export function returnToDraft({ text, returned, ...rest }: Draft, content: string): Draft {
  const before = text.slice(0, returned);
  const after = text.slice(returned);
  const back = before === '' ? content : `${before}\n${content}`;
  return {
    text: after.trim() === '' ? back : `${back}\n${after.replace(/^\n/, '')}`,
    returned: back.length,
    ...rest,
  };
}
