import { useQueryClient } from '@tanstack/react-query';
import { knownConnections } from './connections/connections-cache.ts';
import { fullName } from './full-name.ts';
import { telOf } from './tel-of.ts';

interface CallFriendProps {
  uid: string;
  className: string;
}

export function CallFriend({ uid, className }: CallFriendProps) {
  const friends = knownConnections(useQueryClient(), uid).filter(({ phonenumber }) => telOf(phonenumber));
  if (friends.length === 0) return null;
  return (
    <details className="min-w-0 open:basis-full">
      <summary className={className}>Call a friend</summary>
      <ul className="wrap-anywhere mt-2 flex flex-wrap gap-2">
        {friends.map((friend) => (
          <li key={friend.uid}>
            <a href={telOf(friend.phonenumber)!} className={className}>
              <bdi>{fullName(friend)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
