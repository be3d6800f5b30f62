/** A person's initials, or a question mark. Hidden from screen readers: the name stands beside it or labels the control. */
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
