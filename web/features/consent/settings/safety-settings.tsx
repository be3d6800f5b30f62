import { useQueryClient } from '@tanstack/react-query';
import { Section, useSettings } from '#web/features/account/index.ts';
import { inviteKey } from '#web/features/invites/index.ts';
import { Choice } from '#web/ui/forms/choice.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { LeaveQuickly } from '#web/ui/leave-quickly.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { BlockedPeople } from './blocked-people.tsx';
import { Manners } from './manners.tsx';
import { WhenIAsk } from './when-i-ask.tsx';

/** The settings' part about support and safety. */
export function SafetySettings({ uid }: { uid: string }) {
  const { settings, error, change } = useSettings(uid);
  const installation = useInstallation();
  const queries = useQueryClient();
  if (!settings || installation === undefined)
    return error ? <FormError>{error}</FormError> : <Skeleton className="h-96" />;
  const sendsTexts = installation?.sendsTexts ?? true;

  async function changeAsksFirst(asksFirst: boolean) {
    await change({ asksFirst });
    if (asksFirst) await queries.resetQueries({ queryKey: inviteKey(uid) });
  }

  return (
    <>
      <Section title="When you ask for support" note="With Purple or Dark.">
        <WhenIAsk settings={settings} sendsTexts={sendsTexts} onChange={change} />
      </Section>
      <Section title="What friends see">
        <div className="space-y-5">
          <Switch
            label="My friends see my phone number"
            note={sendsTexts ? 'Texts reach you in any case.' : 'So that they can call you.'}
            isOn={settings.showsPhone}
            onChange={(showsPhone) => change({ showsPhone })}
          />
          <Switch
            label="My friends see my email"
            note="Without a name you are shown by your email."
            isOn={settings.showsEmail}
            onChange={(showsEmail) => change({ showsEmail })}
          />
          <Switch
            label="Friends see that I have seen their ask"
            note="As a number, never by name."
            isOn={settings.showsSeen}
            onChange={(showsSeen) => change({ showsSeen })}
          />
          <Manners settings={settings} change={change} />
        </div>
      </Section>
      <Section title="Who connects with you">
        <Choice
          legend="People may connect with me"
          note="A friend who opens your invitation link is connected at once. With ‘Ask me first’ the old link stops and you get a new one, also each time you remove a friend."
          options={[
            ['atOnce', 'At once'],
            ['askFirst', 'Ask me first'],
          ]}
          value={settings.asksFirst ? 'askFirst' : 'atOnce'}
          onChange={(value) => changeAsksFirst(value === 'askFirst')}
        />
      </Section>
      <Section title="Blocked people" note="They cannot find you or connect, and you do not find them.">
        <BlockedPeople uid={uid} />
      </Section>
      <Section title="If someone must not see this">
        <LeaveQuickly />
      </Section>
      <FormError>{error}</FormError>
    </>
  );
}
