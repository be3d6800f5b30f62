import { useQueryClient } from '@tanstack/react-query';
import type { ConnectionEntry, FoundPerson } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { applyConnection } from '#web/features/circle/index.ts';
import { call } from '#web/http.ts';
import { navigate } from '#web/router.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

/**
 * Connects the signed-in person with another in both directions (spec §4), and then shows /circles (spec §2). People who want
 * to be asked first are asked, and the results say so.
 */
export function useConnect() {
  const me = useApp().appUser?.uid ?? '';
  const queries = useQueryClient();
  const { error, isPending, submit } = useSubmit();

  const connectWith = (other: string) =>
    submit(async () => {
      const answer = await call<ConnectionEntry | { asked: true }>('PUT', `/api/users/${me}/connections/${other}`, {});
      if ('asked' in answer) {
        queries.setQueriesData<FoundPerson[]>({ queryKey: ['search'] }, (people) =>
          people?.map((person) => (person.uid === other ? { ...person, asked: true } : person)),
        );
        return;
      }
      applyConnection(queries, me, answer);
      void queries.invalidateQueries({ queryKey: ['search'] });
      navigate('/circles/');
    });

  return { error, isPending, connectWith };
}
