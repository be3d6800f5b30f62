export const BACK = 'M15 6l-6 6 6 6';
export const CROSS = 'M6 6l12 12M18 6L6 18';
export const DOWN = 'M6 9l6 6 6-6';
export const FORTH = 'M9 6l6 6-6 6';
export const REPLY = 'M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6';
export const SEND = 'M21 3L10 14M21 3l-7 18-4-7-7-4z';
export const TICK = 'M5 12.5l4.5 4.5L19 7.5';
export const UP = 'M6 15l6-6 6 6';

/** Of a side: from right to left they are mirrored. */
const SIDED = [BACK, FORTH, REPLY, SEND];

interface LineIconProps {
  path: string;
  className?: string;
  strokeWidth?: number;
}

/** A line icon in the text colour; `path` is drawn on 24 by 24 units. Hidden from screen readers: text says the same. */
export function LineIcon({ path, className = 'size-5', strokeWidth = 2 }: LineIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`${className} shrink-0 ${SIDED.includes(path) ? 'rtl:-scale-x-100' : ''}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
