import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const CHUNK_BYTES = 4_096;

export interface Line {
  name: string;
  roundTripMs: number;
  /** To the browser: kbit/s. */
  kbits: number;
}

/** A proxy on loopback: every answer comes after a round trip, and all share the line's width. A connection costs no round trip. */
export async function openSlowLine({ roundTripMs, kbits }: Line) {
  let target = 0;
  let bytes = 0;
  let requests = 0;
  let freeAt = 0;
  const server = createServer((browser) => {
    const product = dial(target, '127.0.0.1');
    browser.on('data', (data) => {
      // A browser sends one request after the other.
      if (/^[A-Z]+ \/\S* HTTP/.test(data.toString('latin1'))) requests += 1;
    });
    forward(browser, product, () => Date.now() + roundTripMs / 2);
    forward(product, browser, (size) => {
      bytes += size;
      freeAt = Math.max(Date.now(), freeAt) + (size * 8) / kbits;
      return freeAt + roundTripMs / 2;
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @param url of the server at its other end */
    leadTo(url: string): void {
      target = Number(new URL(url).port);
    },
    /** How much went over the line: bytes to browsers, with headers, and requests. */
    counts: () => ({ bytes, requests }),
    close: () => server.close(),
  };
}

/** @param arrival gets a number of bytes, and gives the time in ms at which they are there */
function forward(from: Socket, to: Socket, arrival: (size: number) => number): void {
  let last: Promise<void> = Promise.resolve();
  const at = (time: number, run: () => void) => {
    last = last.then(() => pause(Math.max(0, time - Date.now()))).then(() => void (to.destroyed || run()));
  };
  from.on('data', (data) => {
    for (let start = 0; start < data.length; start += CHUNK_BYTES) {
      const chunk = data.subarray(start, start + CHUNK_BYTES);
      at(arrival(chunk.length), () => to.write(chunk));
    }
  });
  from.on('end', () => at(arrival(0), () => to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => at(arrival(0), () => to.destroySoon()));
}
