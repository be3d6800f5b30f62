import { useQuery } from '@tanstack/react-query';
import type { Reach } from '#contract/asks.ts';
import { call } from '#web/http.ts';
import { Link } from '#web/ui/link.tsx';
import { useInstallation } from '#web/use-installation.ts';
import { beforeSharingWords, onlySomeWords } from './reach-words.ts';
import { helplinesClass } from './reach-words-line.tsx';

/** An old count would promise what is not so any more: friends come and go, and settings change. */
const FRESH = { staleTime: 0, gcTime: 0 };

/** Below the choice of Purple or Dark, before it is shared: whom it tells. Without an answer it says nothing. */
export function ReachLine() {
  const { data } = useQuery({ queryKey: ['reach'], queryFn: () => call<Reach>('GET', '/api/asks/reach'), ...FRESH });
  const sendsTexts = useInstallation()?.sendsTexts ?? false;
  const only = data ? onlySomeWords(data) : null;
  return (
    <p role="status" className="mt-6 -mb-3 min-h-6 text-ink-soft">
      {data && beforeSharingWords(data, sendsTexts)}{' '}
      {only && <strong className="wrap-anywhere text-ink">{only} </strong>}
      {only && data?.isSetting && (
        <Link to="/settings/friends" className={helplinesClass}>
          Change
        </Link>
      )}
      {data?.friends === 0 && (
        <a href="/help" className={helplinesClass}>
          Helplines
        </a>
      )}
    </p>
  );
}
