/** The look of everything that is typed into. */
export const fieldClass =
  'block w-full min-h-12 rounded-2xl border border-edge bg-surface px-4 py-2.5 text-ink placeholder:text-ink-soft transition-colors hover:border-ink-soft aria-invalid:border-danger';
