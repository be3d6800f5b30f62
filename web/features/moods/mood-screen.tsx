import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { MoodPicker } from './mood-picker.tsx';

/** Time to read the confirmation. */
const READ_MS = 900;
const READ_SUPPORT_MS = 1_800;
const READ_LIMITED_MS = 6_000;

/** / and /mood: after a mood is picked, /cares follows (spec §2). */
export default function MoodScreen() {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<SharedMood | null>(null);

  useEffect(() => {
    if (chosen === null) return;
    const timer = setTimeout(() => navigate('/cares'), readMs(chosen));
    return () => clearTimeout(timer);
  }, [chosen, navigate]);

  return <MoodPicker tab="Mood" onChosen={setChosen} />;
}

function readMs({ mood, textsLimited }: SharedMood): number {
  if (textsLimited) return READ_LIMITED_MS;
  return asksForSupport(mood) ? READ_SUPPORT_MS : READ_MS;
}
