import { useApp } from '#web/app-context.tsx';
import { telOf } from '#web/features/circle/index.ts';
import { HELP_WORDS } from '../ask-words.ts';

export type Help = keyof typeof HELP_WORDS;

interface HelpKindsProps {
  help: Help | null;
  onChange: (help: Help | null) => void;
}

/** What would help: one of four, or none. Buttons and no radio buttons, because those cannot be unset. */
export function HelpKinds({ help, onChange }: HelpKindsProps) {
  const canBeCalled = telOf(useApp().appUser?.phonenumber ?? '') !== null;
  const kinds = (Object.keys(HELP_WORDS) as Help[]).filter((kind) => kind !== 'call' || canBeCalled);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">What would help</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={help === kind}
            className="group wrap-anywhere flex min-h-12 items-center gap-2 rounded-2xl border-2 border-line px-3 py-1 text-left aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => onChange(help === kind ? null : kind)}
          >
            <span
              aria-hidden="true"
              className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-edge text-sm group-aria-pressed:border-accent group-aria-pressed:bg-accent group-aria-pressed:text-accent-ink"
            >
              {help === kind && '✓'}
            </span>
            {HELP_WORDS[kind]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
