/** The classes of every text input. In a file of its own, so that a chat loads none of the forms' code for it. */
export const fieldClass =
  'block w-full min-h-12 rounded-2xl border border-edge bg-surface px-4 py-2.5 text-ink placeholder:text-ink-soft transition-colors hover:border-ink-soft';
