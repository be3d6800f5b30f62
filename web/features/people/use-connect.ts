import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApp } from '#web/app-context.tsx';
import { applyConnection } from '#web/features/circle/index.ts';
import { connect } from './connect.ts';

interface Connecting {
  isUnderWay: boolean;
  error: string | null;
  connectWith: (other: string) => Promise<void>;
}

/** Connects the signed-in person with another, and goes to their circle, where the new one stands (spec §2). */
export function useConnect(): Connecting {
  const me = useApp().appUser?.uid ?? '';
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isUnderWay, setUnderWay] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function connectWith(other: string) {
    setUnderWay(true);
    setError(null);
    try {
      applyConnection(queries, me, await connect(me, other));
      void queries.invalidateQueries({ queryKey: ['search'] });
      navigate('/circles/');
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setUnderWay(false);
    }
  }

  return { isUnderWay, error, connectWith };
}
