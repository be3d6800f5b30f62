/** A person's initials, or a question mark for somebody without a name. Decorative: their name stands beside it, or names the control around it. */
export function Avatar({ initials }: { initials: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-raised font-semibold text-base text-ink uppercase"
    >
      {initials || '?'}
    </span>
  );
}
