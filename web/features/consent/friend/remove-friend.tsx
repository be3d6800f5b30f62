import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { applyGone } from '#web/features/circle/index.ts';
import { inviteKey } from '#web/features/invites/index.ts';
import { call } from '#web/http.ts';
import { navigate } from '#web/router.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

export function RemoveFriend({ entry, name }: { entry: ConnectionEntry; name: string }) {
  const me = useApp().appUser?.uid ?? '';
  const queries = useQueryClient();
  const { error, isPending, submit } = useSubmit();
  const [block, setBlock] = useState(true);

  const remove = () =>
    submit(async () => {
      await call('DELETE', `/api/users/${me}/connections/${entry.uid}?block=${block}`);
      // The link may have ended with the connection.
      queries.removeQueries({ queryKey: inviteKey(me) });
      navigate('/circles', { state: { removed: name } });
      applyGone(queries, me, entry.uid);
    });

  return (
    <div>
      <p>You’ll no longer see each other. Your chat comes back if you reconnect.</p>
      <div className="mt-2">
        <Check label={`Block ${name}, too`} isOn={block} onChange={setBlock} />
        <p className="text-ink-soft">Neither finds the other. Your old invitation link stops. Settings can undo it.</p>
      </div>
      <Button variant="danger" className="wrap-anywhere mt-4 w-full" aria-disabled={isPending} onClick={remove}>
        <span>
          Remove <bdi>{name}</bdi> from my circle
        </span>
      </Button>
      <FormError>{error}</FormError>
    </div>
  );
}
