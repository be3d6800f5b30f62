import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { Reach } from '#contract/asks.ts';
import { asksForSupport, MOODS, type Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import * as t from '#language';
import { type AppUser, useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { useInstallation } from '#web/calls/use-installation.ts';
import { queries } from '#web/query-cache.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Helplines, Link, linkClass } from '#web/ui/link.tsx';
import { MoodChoice } from './mood-choice.tsx';
import { MoodConfirmation } from './mood-confirmation.tsx';
import { beforeSharingWords, onlySomeWords } from './reach-words.ts';
import { shareMood } from './waiting/share-mood.ts';

interface MoodFormProps {
  user: AppUser;
  onChosen: (shared: SharedMood) => void;
}

/** No mood is preselected: a press on the button could text all friends again. Without one 'Please select …' (spec §5). */
export function MoodForm({ user, onChosen }: MoodFormProps) {
  const { appUserMood, hasChosenMood, setAppUserMood } = useApp();
  const [picked, setPicked] = useState<Mood | null>(null);
  const [shared, setShared] = useState<SharedMood | null>(null);
  const { error, setError, isPending, submit } = useSubmit();

  const isCall = picked !== null && asksForSupport(picked);

  function pick(mood: Mood) {
    setPicked(mood);
    setError(null);
  }

  async function sharePicked() {
    setShared(null);
    if (picked === null) throw new Error(t.pleaseSelectAMood);
    const stored = await share(user.uid, picked);
    // Without a connection it waits, and a notice on all screens says so.
    if (stored === null) return setPicked(null);
    setAppUserMood({ mood: stored.mood, chosenAt: stored.chosenAt });
    // Keeps a choice that was made meanwhile.
    setPicked((now) => (now === picked ? null : now));
    setShared(stored);
    // Also without a live connection the bar about the ask comes at once.
    if (asksForSupport(stored.mood)) void queries.invalidateQueries({ queryKey: ['asks'] });
    onChosen(stored);
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    void submit(sharePicked);
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className="min-w-0">
        <legend className="mb-4 text-ink-soft text-lg">{t.howAreYouFeeling}</legend>
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {MOODS.map((each) => (
            <MoodChoice
              key={each}
              mood={each}
              isPicked={each === picked}
              isNow={hasChosenMood && each === appUserMood}
              onPick={() => pick(each)}
            />
          ))}
        </div>
      </fieldset>
      {isCall && <ReachLine />}
      {/* aria-disabled only: `disabled` would take the keyboard's focus away. */}
      <Button type="submit" className="my-6 w-full md:w-auto md:px-10" aria-disabled={isPending}>
        {isCall ? t.askMyFriends : t.shareMyMood}
      </Button>
      <FormError>{error}</FormError>
      <div role="status">{shared && <MoodConfirmation shared={shared} />}</div>
    </form>
  );
}

async function share(uid: string, mood: Mood): Promise<SharedMood | null> {
  try {
    return await shareMood(uid, mood);
  } catch (cause) {
    throw new Error(t.moodNotSaved({ why: cause instanceof Error ? cause.message : '' }), { cause });
  }
}

/** An old count would promise what is not so any more: friends come and go, and settings change. */
const FRESH = { staleTime: 0, gcTime: 0 };

/** Below the choice of Purple or Dark, before it is shared: whom it tells. Without an answer it says nothing. */
function ReachLine() {
  const { data } = useQuery({ queryKey: ['reach'], queryFn: () => call<Reach>('GET', '/api/asks/reach'), ...FRESH });
  const sendsTexts = useInstallation()?.sendsTexts ?? false;
  const only = data ? onlySomeWords(data) : null;
  return (
    <p role="status" className="mt-6 -mb-3 min-h-6 text-ink-soft">
      {data && beforeSharingWords(data, sendsTexts)}{' '}
      {only && <strong className="wrap-anywhere text-ink">{only} </strong>}
      {only && data?.isSetting && (
        <Link to="/settings/friends" className={linkClass}>
          {t.change}
        </Link>
      )}
      {data?.friends === 0 && <Helplines />}
    </p>
  );
}
