/** What an import could not take as it was. */
export interface Note {
  what: string;
  count: number;
  /** Some of them: emails, or Firebase's ids. */
  examples: string[];
}

const MOST_EXAMPLES = 5;

export function createNotes() {
  const notes = new Map<string, Note>();
  return {
    add(what: string, example: string, count = 1): void {
      const note = notes.get(what) ?? { what, count: 0, examples: [] };
      note.count += count;
      if (note.examples.length < MOST_EXAMPLES) note.examples.push(example);
      notes.set(what, note);
    },
    list: (): Note[] => [...notes.values()].filter(({ count }) => count > 0),
  };
}

export type Notes = ReturnType<typeof createNotes>;
