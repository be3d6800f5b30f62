import * as t from '#language';
import { Popover } from '#web/ui/dialog.tsx';
import { useConnections } from './connections/use-connections.ts';
import { fullName } from './full-name.ts';
import { telOf } from './tel-of.ts';

export function CallFriend({ className }: { className: string }) {
  const { data: entries = [] } = useConnections();
  const friends = entries.filter(({ phonenumber }) => telOf(phonenumber));
  if (friends.length === 0) return null;
  return (
    <Popover label={t.callAFriend} className={className}>
      <ul aria-label={t.callAFriend} className="space-y-2">
        {friends.map((friend) => (
          <li key={friend.uid}>
            <a href={telOf(friend.phonenumber)!} className={className}>
              <bdi>{fullName(friend)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
