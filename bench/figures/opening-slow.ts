import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { Figure, Measurement } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { openBrowser, openPage } from '#bench/rig/browser.ts';
import { connectedPairs, type Pair } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';
import { type Line, openSlowLine } from '#bench/rig/slow-line.ts';

const ROUNDS = { full: 5, quick: 1 };
/** Of a phone against this machine. */
const SLOWER = 4;
const LINES: (Line & { warmMs: number })[] = [
  { name: '1.6 Mbit/s', roundTripMs: 150, kbits: 1_600, warmMs: 800 },
  { name: '400 kbit/s', roundTripMs: 400, kbits: 400, warmMs: 1_200 },
];
const OFFLINE_MS = 800;
const LOOK_EVERY_MS = 100;
const STATIC_END = 'static-end';

/** Opening the chats and a chat on a phone with a bad line: for the first time, again, and without a connection. */
export const openingSlow: Figure = async (context) => {
  const measured: Measurement[] = [];
  for (const line of LINES) {
    const proxy = await openSlowLine(line);
    await using product = await startProduct(context.cluster, `opening_slow_${line.kbits}`, {
      settings: { APP_URL: proxy.url },
    });
    proxy.leadTo(product.url);
    const [me, friend] = (await connectedPairs({ ...product, url: proxy.url }, 1))[0] as Pair;
    await using browser = await openBrowser();
    const screens = { chats: ['/cares', 'main a[href^="/chat/"]'], chat: [`/chat/${friend.uid}`, '[role=log] p'] };
    for (const [screen, [path, sign]] of Object.entries(screens) as [string, [string, string]][]) {
      const times = await mediansOf(context, ROUNDS[context.size], async () => {
        proxy.leadTo(product.url);
        const page = await openPage(browser, { ...product, url: proxy.url }, me);
        const visitor = page.context();
        await page.close();
        const cold = await visit(visitor, path, sign, proxy.counts);
        const warm = await visit(visitor, path, sign, proxy.counts);
        const offline = await visit(visitor, path, sign, proxy.counts, { isOffline: true });
        await visitor.close();
        const plain = await staticPage(cold.bytes);
        proxy.leadTo(plain.url);
        const other = (await openPage(browser, { ...product, url: proxy.url })).context();
        const reference = await visit(other, '/', `#${STATIC_END}`, proxy.counts);
        await other.close();
        plain.close();
        return { ...cold, warm: warm.ms, offline: offline.ms, reference: reference.ms };
      });
      const how = `${screen} at ${line.name} and ${line.roundTripMs} ms, processor ÷ ${SLOWER}`;
      const figure = (what: string, unit: string, ours: number, atMost: number, reference?: number): Measurement => ({
        figure: `${what}: ${how}`,
        unit,
        ours,
        ...(reference && { reference }),
        goal: { atMost },
        note: `median of ${ROUNDS[context.size]} rounds`,
      });
      measured.push(
        figure('usable the first time, against a static page of as many bytes', 'ms', times.ms, 1.3, times.reference),
        figure('usable again', 'ms', times.warm, line.warmMs),
        figure('usable without a connection', 'ms', times.offline, OFFLINE_MS),
        figure('bytes until usable', 'KB', times.bytes / 1_000, 120),
        figure('requests until usable', 'requests', times.requests, 15),
        figure('requests until idle', 'requests', times.allRequests, 40),
        figure('layout shift', 'points', times.shift, 0.01),
      );
    }
    proxy.close();
  }
  return measured;
};

interface Counts {
  bytes: number;
  requests: number;
}

/** What a page counts, and calls. */
interface Seen {
  shift: number;
  isUsable(ms: number): void;
}

/** Opens an address in a new tab, and waits until the service worker keeps what it needs for the next time. */
async function visit(
  visitor: BrowserContext,
  path: string,
  sign: string,
  countNow: () => Counts,
  { isOffline = false } = {},
) {
  const page = await visitor.newPage();
  await visitor.setOffline(isOffline);
  const session = await visitor.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const before = countNow();
  const since = () => ({ bytes: countNow().bytes - before.bytes, requests: countNow().requests - before.requests });
  const usable = Promise.withResolvers<Counts & { ms: number }>();
  await page.exposeFunction('isUsable', (ms: number) => usable.resolve({ ms, ...since() }));
  await page.addInitScript((sign) => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: (window as never as Seen).shift + (entry as never as { value: number }).value });
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      if (document.querySelector(sign))
        requestAnimationFrame(() => (window as never as Seen).isUsable(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  }, sign);
  await page.goto(path, { waitUntil: 'commit' });
  const first = await usable.promise;
  while (!isOffline && !(await page.evaluate(isKept))) await pause(LOOK_EVERY_MS);
  const shift = await page.evaluate(() => (window as never as Seen).shift);
  const allRequests = since().requests;
  await page.close();
  return { ...first, allRequests, shift };
}

/** Whether the page, its code and its data are kept. Runs in the page. */
async function isKept(): Promise<boolean> {
  const files = document.querySelector<HTMLElement>('template#code')?.dataset.files?.split(' ') ?? [];
  if (files.length === 0) return true;
  const kept = (await (await caches.open('code')).keys()).map(({ url }) => new URL(url).pathname);
  return ['/', ...files].every((file) => kept.includes(file)) && 'settled' in document.documentElement.dataset;
}

/** Serves a page of about `bytes` bytes: a style sheet, and a script that shows `STATIC_END` when it runs. */
async function staticPage(bytes: number) {
  const filling = randomBytes(Math.ceil((bytes - 2_000) * 0.75)).toString('base64');
  const style = Math.round(filling.length / 10);
  const answers: Record<string, [type: string, body: string]> = {
    '/': ['text/html', '<!doctype html><link rel="stylesheet" href="/a.css"><body><script src="/a.js"></script>'],
    '/a.css': ['text/css', `/*${filling.slice(0, style)}*/`],
    '/a.js': ['text/javascript', `/*${filling.slice(style)}*/document.body.innerHTML='<p id="${STATIC_END}">Here</p>'`],
  };
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url!] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
