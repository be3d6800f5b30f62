import { useState } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { applyGone, removedFriend } from '#web/features/circle/index.ts';
import { inviteKey } from '#web/features/invites/index.ts';
import { queries } from '#web/query-cache.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { navigate } from '#web/ui/router.tsx';

export function RemoveFriend({ entry, name, looksIn }: { entry: ConnectionEntry; name: string; looksIn: boolean }) {
  const me = useApp().appUser?.uid ?? '';
  const [block, setBlock] = useState(true);

  async function remove() {
    await call('DELETE', `/api/users/${me}/connections/${entry.uid}?block=${block}`);
    // The link may have ended with the connection.
    queries.removeQueries({ queryKey: inviteKey(me) });
    removedFriend.set(name);
    navigate('/circles', { state: { hasRemoved: true } });
    applyGone(me, entry.uid);
  }

  return (
    <div>
      <p>
        <Rich parts={t.removeMeans({ name, bdi })} />
      </p>
      {looksIn && <p className="wrap-anywhere">{t.youAlsoStopLookingIn({ name })}</p>}
      <div className="mt-2">
        <Check label={t.blockToo({ name })} isOn={block} onChange={setBlock} />
        <p className="text-ink-soft">{t.blockMeans}</p>
      </div>
      <ActionButton variant="danger" className="wrap-anywhere mt-4 w-full" action={remove}>
        <span>
          <Rich parts={t.removePerson({ name, bdi })} />
        </span>
      </ActionButton>
    </div>
  );
}
