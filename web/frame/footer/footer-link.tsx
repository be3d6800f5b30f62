import { useLocation } from '#web/router.tsx';
import { Link } from '#web/ui/link.tsx';

interface FooterLinkProps {
  to: string;
  label: string;
  /** The image in the light scheme, and in the dark one. */
  light: string;
  dark: string;
  /** Whether the screen was opened from the link's: it belongs to the link, too. */
  isAbove?: boolean;
}

/** A link of the footer navigation, marked on its own screen. */
export function FooterLink({ to, label, light, dark, isAbove }: FooterLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname === `${to}/`;
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : isAbove || undefined}
      className="group relative my-1.5 flex grow basis-0 flex-col items-center justify-center rounded-2xl px-[3px] max-[14rem]:px-0 text-ink-soft text-sm leading-tight transition-colors hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-ink md:my-3 md:flex-row md:gap-3 md:text-base"
    >
      <picture className="shrink-0">
        <source srcSet={dark} media="(prefers-color-scheme: dark)" />
        <img src={light} width={40} height={40} alt="" />
      </picture>
      {label}
    </Link>
  );
}
