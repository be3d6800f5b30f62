/** The logo: a ring in the four mood colours. Hidden from screen readers: text stands beside it. */
export function Logo({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={className} fill="none" strokeWidth="7" aria-hidden="true">
      <path className="stroke-mood-green" d="M10.75 9.16A14.25 14.25 0 0 1 29.25 9.16" />
      <path className="stroke-mood-purple" d="M30.84 10.75A14.25 14.25 0 0 1 30.84 29.25" />
      <path className="stroke-mood-yellow" d="M29.25 30.84A14.25 14.25 0 0 1 10.75 30.84" />
      <path className="stroke-mood-edge" strokeWidth="8.5" d="M9.54 29.68A14.25 14.25 0 0 1 9.54 10.32" />
      <path className="stroke-mood-dark" d="M9.16 29.25A14.25 14.25 0 0 1 9.16 10.75" />
    </svg>
  );
}
