import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { auditDependencies, parseReport } from '../bin/audit-dependencies.ts';

const cache = mkdtempSync(join(tmpdir(), 'moodring-npm-'));
afterAll(() => rmSync(cache, { recursive: true }));

/** Runs npm against a registry on this machine. */
async function auditWith(answer: RequestListener) {
  const registry = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((listening) => registry.once('listening', listening));
  const { port } = registry.address() as AddressInfo;
  try {
    return await auditDependencies([`--registry=http://127.0.0.1:${port}`, `--cache=${cache}`, '--fetch-timeout=1000']);
  } finally {
    registry.closeAllConnections();
    registry.close();
  }
}

test.each([
  ['{"vulnerabilities":{}}', { vulnerabilities: [] }],
  ['{"vulnerabilities":{"a":{"severity":"high"}}}', { vulnerabilities: ['a: high'] }],
  ['{"message":"405 Method Not Allowed"}', { unavailable: '405 Method Not Allowed' }],
  ['{"error":{"summary":"offline"}}', { unavailable: 'offline' }],
  ['{}', { unavailable: '{}' }],
  ['<html>', undefined],
  ['', undefined],
])('npm’s output %j is read as %j', (out, audit) => {
  expect(parseReport(out)).toEqual(audit);
});

test('a vulnerability of a production package is reported, one of a development package is not', async () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  const vulnerable = { 'libphonenumber-js': 'high', knip: 'critical' };
  const asked: string[] = [];
  const audit = await auditWith(async (request, response) => {
    const answer = (body: unknown) => response.end(JSON.stringify(body));
    if (request.method === 'POST') {
      asked.push(...Object.keys(await readJson(request)));
      const known = Object.entries(vulnerable).filter(([name]) => asked.includes(name));
      answer(Object.fromEntries(known.map(([name, severity], id) => [name, [advisory(id, severity)]])));
    } else {
      const name = request.url!.slice(1);
      const { version } = packages[`node_modules/${name}`];
      answer({ name, versions: { [version]: { name, version, dist: {} } } });
    }
  });
  expect(asked).toContain('better-auth');
  expect(audit).toEqual({ vulnerabilities: ['libphonenumber-js: high'] });
});

test('a registry that breaks off gives no report, which differs from a report without vulnerabilities', async () => {
  const audit = await auditWith((_, response) => response.socket?.destroy());
  expect(audit).toEqual({ unavailable: expect.stringMatching(/^request to .* failed/) });
});

const advisory = (id: number, severity: string) => ({
  id,
  url: `https://example.com/${id}`,
  title: 'A vulnerability',
  severity,
  vulnerable_versions: '<1000',
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

function readJson(request: IncomingMessage): Promise<Record<string, string[]>> {
  const isZipped = request.headers['content-encoding'] === 'gzip';
  return json(isZipped ? request.pipe(createGunzip()) : request) as Promise<Record<string, string[]>>;
}
