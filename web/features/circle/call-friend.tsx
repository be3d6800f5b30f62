import { useId } from 'react';
import * as t from '#language';
import { popoverClass } from '#web/ui/dialog.tsx';
import { useConnections } from './connections/use-connections.ts';
import { fullName } from './full-name.ts';
import { telOf } from './tel-of.ts';

export function CallFriend({ className }: { className: string }) {
  const id = useId();
  const { data: entries = [] } = useConnections();
  const friends = entries.filter(({ phonenumber }) => telOf(phonenumber));
  if (friends.length === 0) return null;
  return (
    <>
      <button type="button" popoverTarget={id} className={className}>
        {t.callAFriend}
      </button>
      <ul id={id} popover="auto" aria-label={t.callAFriend} className={popoverClass}>
        {friends.map((friend) => (
          <li key={friend.uid}>
            <a href={telOf(friend.phonenumber)!} className={className}>
              <bdi>{fullName(friend)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
