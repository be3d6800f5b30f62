import { useEffect, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { navigate } from '#web/router.tsx';
import { MoodPicker } from './mood-picker.tsx';
import { sharedNotice } from './waiting/share-mood.ts';

/** Time to notice the confirmation. What friends were asked goes along to the next screen, and stays there. */
const READ_MS = 900;
const READ_SUPPORT_MS = 1_800;

/** / and /mood: after a mood is picked, /cares follows (spec §2). */
export default function MoodScreen() {
  const [chosen, setChosen] = useState<SharedMood | null>(null);

  useEffect(() => {
    if (chosen === null) return;
    const isCall = asksForSupport(chosen.mood);
    const goOn = () => {
      if (isCall) sharedNotice.set({ shared: chosen, isRead: true });
      navigate('/cares');
    };
    const timer = setTimeout(goOn, isCall ? READ_SUPPORT_MS : READ_MS);
    return () => clearTimeout(timer);
  }, [chosen]);

  return <MoodPicker tab="Mood" onChosen={setChosen} />;
}
