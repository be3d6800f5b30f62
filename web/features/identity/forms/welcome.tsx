import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';

const LINES = [
  ['bg-mood-green', 'Pick a colour for how you are. Your friends see it at once.'],
  ['bg-mood-purple', 'On a bad day it asks them to check in on you.'],
  ['bg-mood-yellow', 'Write to each other here, in good times and bad ones.'],
] as const;

export function Welcome() {
  return (
    <>
      <ul aria-label="What Moodring does" className="mx-auto mt-5 max-w-sm space-y-2">
        {LINES.map(([colour, line]) => (
          <li key={line} className="flex items-baseline gap-3 text-pretty">
            <span aria-hidden="true" className={`${colour} size-3 shrink-0 rounded-full forced-color-adjust-none`} />
            {line}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3 *:grow *:basis-32">
        <Link to="/signup" className={buttonClass()}>
          Sign up
        </Link>
        <Link to="/login" className={buttonClass('quiet')}>
          Log in
        </Link>
      </div>
    </>
  );
}
