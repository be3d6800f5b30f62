import type { FoundPerson } from '#contract/views.ts';
import { call } from '#web/http.ts';

/** People whose first name, last name or phone number holds the text (spec §5). */
export function searchPeople(query: string): Promise<FoundPerson[]> {
  return call<FoundPerson[]>('POST', '/api/users/search', { query });
}
