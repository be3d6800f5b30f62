import { MoodPicker } from './mood-picker.tsx';

/** /status: the mood picker without a redirect afterwards (spec §2). */
export default function StatusScreen() {
  return <MoodPicker tab="Status" />;
}
