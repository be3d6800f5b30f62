import { expect, test, vi } from 'vitest';

const ORIGIN = 'https://moodring.example';
const APP = '<head><script src="/assets/app.js"></script></head>';
type Listener = (event: object) => void;

const listeners = new Map<string, Listener>();
const kept = new Map<string, Response>();
const cache = {
  match: async (key: string) => kept.get(key),
  put: async (key: string, page: Response) => void kept.set(key, page),
  addAll: async () => {},
  keys: async () => [],
};
vi.stubGlobal('caches', { ...cache, open: async () => cache });
const addEventListener = (type: string, listener: Listener) => listeners.set(type, listener);
vi.stubGlobal('self', { addEventListener, location: { origin: ORIGIN } });
await import('./service-worker.ts');

async function open(path: string, html: string): Promise<void> {
  const work: unknown[] = [];
  const add = (promise: unknown) => void work.push(promise);
  const preloadResponse = new Response(html, { headers: { 'content-type': 'text/html' } });
  const request = { url: ORIGIN + path, mode: 'navigate' };
  listeners.get('fetch')!({ request, preloadResponse, respondWith: add, waitUntil: add });
  await Promise.all(work);
}

test('only a page of the app is kept for starts without a connection', async () => {
  await open('/circles', APP);
  await open('/pages/help.html', '<head><link rel="stylesheet" href="/help.css"></head>');
  expect(await kept.get('/')!.text()).toBe(APP);
});
