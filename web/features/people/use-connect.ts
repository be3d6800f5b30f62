import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { applyConnection } from '#web/features/circle/index.ts';
import { call } from '#web/http.ts';

interface Connecting {
  isPending: boolean;
  error: string | null;
  connectWith: (other: string) => Promise<void>;
}

/** Connects the signed-in person with another in both directions (spec §4), and then shows /circles (spec §2). */
export function useConnect(): Connecting {
  const me = useApp().appUser?.uid ?? '';
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function connectWith(other: string) {
    setPending(true);
    setError(null);
    try {
      applyConnection(queries, me, await call<ConnectionEntry>('PUT', `/api/users/${me}/connections/${other}`, {}));
      void queries.invalidateQueries({ queryKey: ['search'] });
      navigate('/circles/');
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setPending(false);
    }
  }

  return { isPending, error, connectWith };
}
