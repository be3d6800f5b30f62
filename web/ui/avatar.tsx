interface AvatarProps {
  initials: string;
  /** The id of the person's photo, which covers the initials once it is there. */
  photo?: string | null | undefined;
  isSmall?: boolean;
}

/** Letters of Arabic that would join as in a word. */
const JOINED = /\p{Script=Arabic}(?=\p{Script=Arabic})/gu;

/** A person's photo, initials, or a question mark. Hidden from screen readers: the name stands beside it or labels the control. */
export function Avatar({ initials, photo, isSmall = false }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={`relative inline-flex shrink-0 items-center justify-center rounded-full bg-raised font-semibold text-ink uppercase ${isSmall ? 'size-8 text-[calc(var(--spacing)*3)]' : 'size-11 text-[calc(var(--spacing)*4)]'}`}
    >
      {initials.replace(JOINED, '$&\u200c') || '?'}
      {photo && <img src={`/api/photos/${photo}`} alt="" loading="lazy" className="absolute size-full rounded-full" />}
    </span>
  );
}
