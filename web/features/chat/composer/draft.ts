/** What stands in the input of one chat. */
export interface Draft {
  text: string;
  /** How much of the text, from its start, came back from refused messages and was not edited since. */
  returned: number;
  /** Why the last message came back. */
  refusal: string | null;
}

export const EMPTY_DRAFT: Draft = { text: '', returned: 0, refusal: null };

/** A refused message comes back before what was typed meanwhile, and after those that came back before it. */
export function returnToDraft({ text, returned }: Draft, content: string, refusal: string): Draft {
  const before = text.slice(0, returned);
  const after = text.slice(returned);
  const back = before === '' ? content : `${before}\n${content}`;
  return { text: after.trim() === '' ? back : `${back}\n${after.replace(/^\n/, '')}`, returned: back.length, refusal };
}
