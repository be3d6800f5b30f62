import { useId } from 'react';
import type { FoundPerson } from '#contract/views.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';

const TICK = 'M5 12.5l4.5 4.5L19 7.5';

interface PersonRowProps {
  person: FoundPerson;
  isConnecting: boolean;
  onConnect: () => void;
}

/** A found person with a gray 'Connected' or 'Asked', which do nothing, or a blue 'Connect' button (spec §2, §5). */
export function PersonRow({ person, isConnecting, onConnect }: PersonRowProps) {
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-3xl bg-surface p-4 shadow-soft">
      <Avatar initials={person.initials} />
      <span id={nameId} className="wrap-anywhere min-w-0 grow basis-20 font-medium text-lg leading-snug">
        <bdi>{`${person.firstname} ${person.lastname}`.trim() || 'Somebody without a name'}</bdi>
      </span>
      {person.connected || person.asked ? (
        // Takes over the focus from the button that was tapped.
        <span
          ref={focusNextStep}
          tabIndex={-1}
          aria-describedby={nameId}
          className="ml-auto inline-flex min-h-12 shrink-0 items-center gap-1.5 rounded-full border border-transparent bg-gray px-[min(1.25rem,6vw)] text-gray-ink"
        >
          {person.connected && <LineIcon path={TICK} className="size-4.5" />}
          {person.connected ? 'Connected' : 'Asked'}
        </span>
      ) : (
        <Button className="ml-auto shrink-0" aria-describedby={nameId} disabled={isConnecting} onClick={onConnect}>
          Connect
        </Button>
      )}
    </li>
  );
}
