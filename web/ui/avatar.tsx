interface AvatarProps {
  initials: string;
  /** The id of the person's photo, which covers the initials once it is there. */
  photo?: string | null | undefined;
}

/** A person's photo, initials, or a question mark. Hidden from screen readers: the name stands beside it or labels the control. */
export function Avatar({ initials, photo }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-raised font-semibold text-base text-ink uppercase"
    >
      {initials || '?'}
      {photo && <img src={`/api/photos/${photo}`} alt="" loading="lazy" className="absolute size-11 rounded-full" />}
    </span>
  );
}
