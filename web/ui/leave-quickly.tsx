import { type MouseEvent, useEffect } from 'react';
import { NEUTRAL_PAGE } from '#contract/help/leave-quickly.ts';
import * as t from '#language';
import { Rich } from './rich.tsx';

const ESC_TWICE_WITHIN_MS = 1_000;
const NOTE_ID = 'leave-note';

export function LeaveQuickly() {
  return (
    <div className="space-y-2">
      <LeaveButton />
      <LeaveNote />
    </div>
  );
}

/** By a tap or by Esc twice. It replaces this page, so that 'back' does not lead here. A screen with it has the note, too. */
export function LeaveButton() {
  useEffect(() => {
    let escapedAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat) return;
      if (event.timeStamp - escapedAt < ESC_TWICE_WITHIN_MS) leave();
      escapedAt = event.timeStamp;
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <a
      href={NEUTRAL_PAGE}
      rel="noreferrer"
      aria-describedby={NOTE_ID}
      className="inline-flex min-h-12 items-center rounded-full bg-raised px-6 py-2 font-semibold hover:bg-line"
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        leave();
      }}
    >
      {t.leaveQuickly}
    </a>
  );
}

export function LeaveNote() {
  return (
    <p id={NOTE_ID} className="text-ink-soft text-sm">
      <Rich parts={t.leaveQuicklyNote({ strong })} />
    </p>
  );
}

const strong = (words: string) => <strong>{words}</strong>;

function leave() {
  window.location.replace(NEUTRAL_PAGE);
}
