import { createStore } from '#web/store.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const installPrompt = createStore<InstallPrompt | null>(null);

/** Keeps the browser's offer until a person asks for it. Without this it could not be shown on a tap. */
export function catchInstallPrompt(): () => void {
  const keep = (event: Event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  };
  window.addEventListener('beforeinstallprompt', keep);
  return () => window.removeEventListener('beforeinstallprompt', keep);
}
