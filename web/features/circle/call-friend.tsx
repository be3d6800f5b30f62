import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { popoverClass } from '#web/ui/dialog.tsx';
import { knownConnections } from './connections/connections-cache.ts';
import { fullName } from './full-name.ts';
import { telOf } from './tel-of.ts';

interface CallFriendProps {
  uid: string;
  className: string;
}

export function CallFriend({ uid, className }: CallFriendProps) {
  const id = useId();
  const friends = knownConnections(useQueryClient(), uid).filter(({ phonenumber }) => telOf(phonenumber));
  if (friends.length === 0) return null;
  return (
    <>
      <button type="button" popoverTarget={id} className={className}>
        Call a friend
      </button>
      <ul id={id} popover="auto" aria-label="Call a friend" className={popoverClass}>
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
