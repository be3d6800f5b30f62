import { MoodPicker } from './mood-picker.tsx';

/** /status: the mood picker again, and no redirect afterwards (spec §2). */
export default function StatusScreen() {
  return <MoodPicker tab="Status" />;
}
