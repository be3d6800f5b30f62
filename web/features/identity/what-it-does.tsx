const LINES = [
  ['bg-mood-green', 'Pick a colour for how you are. Your friends see it at once.'],
  ['bg-mood-purple', 'On a bad day it asks them to check in on you.'],
  ['bg-mood-yellow', 'Write to each other here, in good times and bad ones.'],
] as const;

/** What Moodring does, in three lines, for people who see it for the first time. */
export function WhatItDoes() {
  return (
    <ul aria-label="What Moodring does" className="mx-auto mt-5 max-w-sm space-y-2">
      {LINES.map(([colour, line]) => (
        <li key={line} className="flex items-baseline gap-3 text-pretty">
          <span aria-hidden="true" className={`${colour} size-3 shrink-0 rounded-full forced-color-adjust-none`} />
          {line}
        </li>
      ))}
    </ul>
  );
}
