import { onUnauthorized } from '#web/http.ts';
import { checkSession } from './session.ts';
import { USER_KEY } from './stored-user.ts';

/**
 * Looks at the session now, and again whenever it may have changed: after a 401, when another tab signed in or out, and
 * when the network is back. Returns how to stop.
 */
export function watchSession(): () => void {
  const look = () => void checkSession();
  const lookIfUserChanged = (event: StorageEvent) => {
    // A null key: everything was cleared.
    if (event.key === USER_KEY || event.key === null) look();
  };
  const stopListening = onUnauthorized(look);
  window.addEventListener('storage', lookIfUserChanged);
  window.addEventListener('online', look);
  look();
  return () => {
    stopListening();
    window.removeEventListener('storage', lookIfUserChanged);
    window.removeEventListener('online', look);
  };
}
