import type { ConnectionEntry } from '#contract/views.ts';
import { Check } from '#web/ui/forms/check.tsx';
import { fullName } from './full-name.ts';

interface FriendChecksProps {
  friends: readonly ConnectionEntry[];
  /** Their uids. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

export function FriendChecks({ friends, chosen, onChange }: FriendChecksProps) {
  return friends.map((friend) => (
    <Check
      key={friend.uid}
      label={fullName(friend)}
      isOn={chosen.includes(friend.uid)}
      onChange={(isOn) => onChange([...chosen.filter((uid) => uid !== friend.uid), ...(isOn ? [friend.uid] : [])])}
    />
  ));
}
