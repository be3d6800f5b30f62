import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  build?: string;
  image: string;
  environment?: Record<string, string | number>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });
const services: Record<string, Service> = compose.services;
const nodes = Object.keys(services).filter((name) => services[name]!.build);
const proxy = read('deploy/Caddyfile');

test('there are three nodes, alike, with a PostgreSQL 18, a NATS and a proxy', () => {
  expect(nodes).toEqual(['app-1', 'app-2', 'app-3']);
  for (const name of nodes) expect(services[name]).toEqual(services['app-1']);
  const images = Object.entries(services).flatMap(([name, { image }]) => (nodes.includes(name) ? [] : image));
  expect(images.map((image) => image.split('.')[0]).sort()).toEqual(['caddy:2', 'nats:2', 'postgres:18']);
});

test('a node is told only what the server reads, and all that several nodes behind a proxy need', () => {
  const config = read('server/config.ts');
  const environment = services['app-1']!.environment!;
  expect(Object.keys(environment).filter((setting) => !config.includes(`  ${setting}:`))).toEqual([]);
  expect(environment).toMatchObject({
    APP_URL: expect.stringMatching(/^https:/),
    DATABASE_URL: expect.stringContaining('@database:5432/'),
    NATS_URL: 'nats://nats:4222',
    TRUST_PROXY: 1,
  });
});

test('no secret stands in it: each comes from .env, and is asked for', () => {
  for (const { environment = {} } of Object.values(services)) {
    for (const [setting, value] of Object.entries(environment)) {
      if (/PASSWORD|AUTH_SECRET/.test(setting)) expect(value).toMatch(/^\$\{[A-Z_]+:\?/);
      if (setting === 'MESSAGE_ENDPOINT_SECRET') expect(value).toBe(`\${${setting}:-}`);
    }
  }
  expect(services['app-1']!.environment!.DATABASE_URL).toContain(`:\${POSTGRES_PASSWORD:?`);
});

test('.env, where the secrets are, gets neither into a commit nor into an image', () => {
  for (const ignored of ['.gitignore', '.dockerignore']) expect(read(ignored).split('\n')).toContain('.env');
});

test('every image that is not built here has its exact version', () => {
  for (const [name, { image }] of Object.entries(services)) {
    if (!nodes.includes(name)) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  }
});

test('whoever is waited for says when they are well', () => {
  const isWell = (name: string) =>
    services[name]!.healthcheck !== undefined || (nodes.includes(name) && /^HEALTHCHECK /m.test(read('Dockerfile')));
  for (const { depends_on = {} } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      expect([name, condition, isWell(name)]).toEqual([name, 'service_healthy', true]);
    }
  }
  expect(Object.keys(services['app-1']!.depends_on!)).toEqual(['database', 'nats']);
});

test('every file and volume that is mounted is there', () => {
  for (const { volumes = [] } of Object.values(services)) {
    for (const source of volumes.map((volume) => volume.split(':')[0]!)) {
      if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  }
});

test('the proxy goes to every node and asks them whether they are well', () => {
  const upstreams = /reverse_proxy (.*) \{/.exec(proxy)?.[1]?.split(' ');
  expect(upstreams).toEqual(nodes.map((name) => `${name}:3000`));
  expect(read('Dockerfile')).toMatch(/^EXPOSE 3000$/m);
  const health = /health_uri (\S+)/.exec(proxy)?.[1];
  expect(read('server/http/app.ts')).toContain(`app.get('${health}'`);
});
