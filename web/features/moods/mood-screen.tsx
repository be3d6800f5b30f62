import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { asksForSupport, type Mood } from '#contract/moods.ts';
import { MoodPicker } from './mood-picker.tsx';

/** Long enough to read what the screen says of the choice. */
const READ_MS = 900;
const READ_SUPPORT_MS = 1_800;

/** / and /mood: after a mood is picked, on to /cares (spec §2). */
export default function MoodScreen() {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Mood | null>(null);

  useEffect(() => {
    if (chosen === null) return;
    const timer = setTimeout(() => navigate('/cares'), asksForSupport(chosen) ? READ_SUPPORT_MS : READ_MS);
    return () => clearTimeout(timer);
  }, [chosen, navigate]);

  return <MoodPicker tab="Mood" onChosen={setChosen} />;
}
