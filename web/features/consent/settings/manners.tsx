import { useQueryClient } from '@tanstack/react-query';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import { Switch } from '#web/ui/forms/switch.tsx';

interface MannersProps {
  settings: Settings;
  change: (change: ChangeSettings) => Promise<void>;
}

/** What friends see of a person in a chat. Each switch works both ways. */
export function Manners({ settings, change }: MannersProps) {
  const queries = useQueryClient();

  async function changeRead(showsRead: boolean) {
    await change({ showsRead });
    // The chats that this tab has fetched have the read marks of before.
    queries.removeQueries({ queryKey: ['messages'] });
  }

  return (
    <>
      <Switch
        label="Show when I'm typing"
        note="If off, you do not see when friends type, either."
        isOn={settings.showsTyping}
        onChange={(showsTyping) => change({ showsTyping })}
      />
      <Switch
        label="Show when I have read"
        note="If off, you do not see what friends have read, either."
        isOn={settings.showsRead}
        onChange={changeRead}
      />
    </>
  );
}
