import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { idle } from './use-late-chunk.ts';

// The face of headings comes after the first data, unless the service worker has it.
void (navigator.serviceWorker?.controller ? Promise.resolve() : idle()).then(() => {
  document.documentElement.dataset.face = '';
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
