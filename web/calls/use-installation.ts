import type { Installation } from '#contract/views.ts';
import { CallError } from './http.ts';
import { useAnswer } from './use-answer.ts';

/** The public settings of this installation: undefined while loading, null when they could not be fetched. */
export function useInstallation(): Installation | null | undefined {
  const { answer } = useAnswer<Installation>('/api/installation');
  return answer instanceof CallError ? null : answer;
}
