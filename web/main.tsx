import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { prepareFirstScreen } from './first-screen.ts';
import { idle } from './loading/pending-work.ts';

// The face of headings comes after the first data, unless the service worker has it.
void (navigator.serviceWorker?.controller ? Promise.resolve() : idle()).then(() => {
  document.documentElement.dataset.face = '';
});

void prepareFirstScreen().then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
