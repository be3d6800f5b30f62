import { Listeners } from '#web/listeners.ts';

/** Chrome's offer to install the app. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;
const listeners = new Listeners<void>();

/** Keeps the browser's offer until a person asks for it. Without this it could not be shown on a tap. */
export function catchInstallPrompt(): () => void {
  const keep = (event: Event) => {
    event.preventDefault();
    setPrompt(event as InstallPrompt);
  };
  window.addEventListener('beforeinstallprompt', keep);
  return () => window.removeEventListener('beforeinstallprompt', keep);
}

/** The browser's offer, or null. It can be shown once. */
export function installPrompt(): InstallPrompt | null {
  return kept;
}

export function setPrompt(prompt: InstallPrompt | null): void {
  kept = prompt;
  listeners.notify();
}

export function onInstallPrompt(listener: () => void): () => void {
  return listeners.add(listener);
}
