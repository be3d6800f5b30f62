import * as t from '#language';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';

const LINES = [
  ['bg-mood-green', t.pickAColour],
  ['bg-mood-purple', t.onABadDayItAsks],
  ['bg-mood-yellow', t.writeToEachOther],
] as const;

export function Welcome() {
  return (
    <>
      <ul aria-label={t.whatMoodringDoes} className="mx-auto mt-5 max-w-sm space-y-2">
        {LINES.map(([colour, line]) => (
          <li key={line} className="flex items-baseline gap-3 text-pretty">
            <span aria-hidden="true" className={`${colour} size-3 shrink-0 rounded-full forced-color-adjust-none`} />
            {line}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3 *:grow *:basis-32">
        <Link to="/signup" className={buttonClass()}>
          {t.signUpLink}
        </Link>
        <Link to="/login" className={buttonClass('quiet')}>
          {t.logIn}
        </Link>
      </div>
    </>
  );
}
