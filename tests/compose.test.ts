import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { hasNats, startNats } from '#fixtures/nats.ts';
import { openPool } from '#server/database/connect.ts';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import { createCluster, startPostmaster } from '#server/database/embedded/postmaster.ts';
import { migrate } from '#server/database/migrate.ts';
import { createNatsBus } from '#server/live/bus/nats-bus.ts';
import { createTestLog } from './support/servers/log.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(read('compose.cluster.yaml'), { merge: true });
// biome-ignore lint/suspicious/noExplicitAny: the tests check what the file says
const services: Record<string, any> = compose.services;
const one = parse(read('compose.yaml'));
const nodes = Object.keys(services).filter((name) => services[name].image === 'moodring');
const proxy = read('deploy/Caddyfile');

test('there are three equal nodes, PostgreSQL 18, NATS and a proxy', () => {
  expect(nodes).toEqual(['app-1', 'app-2', 'app-3']);
  for (const name of nodes) expect({ ...services[name], build: '.' }).toEqual(services['app-1']);
  expect(nodes.filter((name) => services[name].build)).toEqual(['app-1']);
  const images = Object.entries(services).flatMap(([name, { image }]) => (nodes.includes(name) ? [] : image));
  expect(images.map((image) => image.split('.')[0]).sort()).toEqual(['caddy:2', 'nats:2', 'postgres:18']);
});

test('a node gets only settings that the server reads, and all that several nodes behind a proxy need', () => {
  const config = read('server/config.ts');
  for (const { environment } of [services['app-1'], one.services.app])
    expect(Object.keys(environment).filter((setting) => !config.includes(`  ${setting}:`))).toEqual([]);
  expect(one.services.app.env_file).toEqual(['.env']);
  expect(services['app-1'].environment).toMatchObject({
    APP_URL: expect.stringMatching(/^https:/),
    DATABASE_URL: expect.stringContaining('@database:5432/'),
    NATS_URL: expect.stringMatching(/^nats:\/\/moodring:.*@nats:4222$/),
    TRUST_PROXY: 1,
  });
});

test('it has no secret: each comes from .env and is required', () => {
  for (const { environment = {} } of Object.values(services)) {
    for (const [setting, value] of Object.entries(environment)) {
      if (/PASSWORD|SECRET|_KEY/.test(setting)) expect(value).toMatch(/^"?\$\{[A-Z_]+:\?/);
    }
  }
  expect(services['app-1'].environment.DATABASE_URL).toContain(`:\${POSTGRES_PASSWORD:?`);
  expect(services['app-1'].environment.NATS_URL).toContain(`:\${NATS_PASSWORD:?`);
});

test('git and Docker ignore .env, which has the secrets', () => {
  for (const ignored of ['.gitignore', '.dockerignore']) expect(read(ignored).split('\n')).toContain('.env');
});

test('git and Docker ignore the database’s folder, also under the new name of docs/upgrade.md', () => {
  expect(read('docs/upgrade.md')).toContain('mv data data-newer');
  expect(read('.gitignore').split('\n')).toContain('/data*/');
  expect(read('.dockerignore').split('\n')).toContain('data*');
});

test('git and Docker ignore backups, which have all messages, but for those of the tests', () => {
  for (const ignored of ['.gitignore', '.dockerignore']) {
    const lines = read(ignored)
      .split('\n')
      .map((line) => line.replaceAll('/', ''));
    expect(lines).toEqual(expect.arrayContaining(['backups', '*.sql.gz', '*.sql.gz.part']));
  }
  expect(read('.gitignore')).toContain('!/fixtures/**/*.sql.gz');
});

test('every foreign image has an exact version', () => {
  for (const [name, { image }] of Object.entries(services)) {
    if (!nodes.includes(name)) expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  }
});

test('every service that others wait for has a health check', () => {
  const hasHealthCheck = (name: string) =>
    services[name].healthcheck !== undefined || (nodes.includes(name) && /^HEALTHCHECK /m.test(read('Dockerfile')));
  for (const { depends_on = {} } of Object.values(services)) {
    for (const name of Object.keys(depends_on)) {
      expect([name, depends_on[name], hasHealthCheck(name)]).toEqual([name, { condition: 'service_healthy' }, true]);
    }
  }
  expect(Object.keys(services['app-1'].depends_on)).toEqual(['database', 'nats']);
});

test('every mounted file and volume exists', () => {
  for (const { volumes = [] } of Object.values(services)) {
    for (const source of volumes.map((volume: string) => volume.split(':')[0]!)) {
      if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  }
});

test('containers are read-only and cannot gain privileges', () => {
  const confined = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  for (const service of Object.values(one.services))
    expect(service).toMatchObject({ ...confined, restart: 'unless-stopped' });
  for (const [name, service] of Object.entries(services)) {
    expect([name, service]).toMatchObject([name, confined]);
    expect([name, service.cap_add]).toEqual([name, name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined]);
  }
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
  // The proxy runs as root without capabilities but one, for the two ports below 1024: the image's files are root's.
  const asRoot = Object.keys(services).filter((name) => !services[name].user && !nodes.includes(name));
  expect(asRoot).toEqual(['proxy']);
  expect(services.database.tmpfs).toContain('/var/run/postgresql');
});

describe('the app is no superuser in its PostgreSQL', () => {
  const files = new ClusterFiles(temporaryFolder(afterAll));
  beforeAll(async () => {
    await createCluster(files);
    await startPostmaster(files);
  });
  afterAll(() => files.stopPostmaster());

  test('the first start creates its role and its database', async () => {
    const [script, at] = services.database.volumes.find((volume: string) => volume.includes('initdb.d'))!.split(':');
    expect(at).toMatch(/^\/docker-entrypoint-initdb\.d\/[^/]+\.sql$/);
    const superuser = await vi.waitFor(() => connected(files.superuserUrl('postgres')));
    await superuser.query(`alter role postgres password 'the image sets it'`);
    for (const statement of statementsOf(read(script!), `it's a "password"`)) await superuser.query(statement);
    const roles = await superuser.query(
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolpassword is not null as password from pg_authid where rolcanlogin order by 1`,
    );
    expect(roles.rows).toEqual([
      { rolname: 'moodring', rolsuper: false, rolcreaterole: false, rolcreatedb: false, password: true },
      { rolname: 'postgres', rolsuper: true, rolcreaterole: true, rolcreatedb: true, password: false },
    ]);
    await superuser.end();
    const pool = openPool(files.url);
    expect(await migrate(pool)).toContain('0040-schema');
    await pool.end();
  });
});

/** The statements as psql sends them: it reads the password from the environment and quotes it as a literal. */
function statementsOf(script: string, password: string): string[] {
  const [, variable, setting] = /^\\getenv (\w+) (\w+)$/m.exec(script)!;
  expect(Object.keys(services.database.environment!)).toContain(setting);
  const sql = script.replace(/^(--|\\).*\n/gm, '').replaceAll(`:'${variable}'`, pg.escapeLiteral(password));
  return sql.split(/;\n/).filter(Boolean);
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

test.skipIf(!hasNats() && !process.env.CI)(
  'its NATS refuses clients without the password, also of digits',
  async () => {
    const [file] = services.nats!.volumes![0].split(':');
    const [, at] = services.nats!.command!;
    expect(services.nats!.volumes![0]).toBe(`${file}:${at}:ro`);
    // Without the monitoring port, which is fixed and could be in use here.
    const config = join(temporaryFolder(onTestFinished), 'nats.conf');
    await writeFile(config, read(file!).replace(/^http: "127\.0\.0\.1:8222"$/m, ''));
    const quoted = String(services.nats!.environment.NATS_PASSWORD).replace(/\$\{.*\}/, '3000');
    const nats = await startNats(config, { NATS_PASSWORD: quoted });
    const { host } = new URL(nats.url);
    const bus = (address: string) =>
      createNatsBus(address, { onEvent() {}, onSessionsEnded() {}, onGap() {} }, createTestLog().log);
    await expect(bus(nats.url)).rejects.toThrow(/Authorization/i);
    await expect(bus(`nats://moodring:3001@${host}`)).rejects.toThrow(/Authorization/i);
    await (await bus(`nats://moodring:3000@${host}`)).close();
    await nats.kill();
  },
);

test('the proxy uses every node', () => {
  const upstreams = /reverse_proxy (.*) \{/.exec(proxy)?.[1]?.split(' ');
  expect(upstreams).toEqual(nodes.map((name) => `${name}:3000`));
  expect(read('Dockerfile')).toMatch(/^EXPOSE 3000$/m);
});

test('a database outage restarts no node and removes none from the proxy', () => {
  // /livez depends only on the node's process (server/app/health.test.ts).
  expect(/health_uri (\S+)/.exec(proxy)?.[1]).toBe('/livez');
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*fetch\('http:\/\/127\.0\.0\.1:3000\/livez'\)/m);
  // A caller that makes a node close connections removes none either.
  expect(proxy).not.toMatch(/^\s*(fail_duration|max_fails|unhealthy_\w+)/m);
  const milliseconds = (setting: string) => {
    const [, number, unit] = new RegExp(`${setting} (\\d+)(ms|s)`).exec(proxy)!;
    return Number(number) * (unit === 's' ? 1_000 : 1);
  };
  expect(milliseconds('lb_try_duration')).toBeGreaterThan(
    milliseconds('health_interval') + milliseconds('health_timeout'),
  );
});

describe('the one container of compose.yaml', () => {
  const { app, proxy } = one.services;

  test('keeps its data and backups in a volume that the app owns', () => {
    expect(app.volumes).toEqual(['data:/data']);
    expect(app.environment.BACKUP_DIR).toContain('/data');
    expect(Object.keys(one.volumes).sort()).toEqual(['certificates', 'data']);
    expect(read('Dockerfile')).toMatch(/^RUN install --directory --owner=node --mode=700 \/data$/m);
  });

  test('listens on this machine alone, and to the world by the proxy when that is asked for', () => {
    expect(app.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:.*:3000$/)]);
    expect([proxy.profiles, proxy.image]).toEqual([['https'], services.proxy.image]);
    expect(proxy.command).toMatch(/ --to app:3000$/);
  });
});

test('the unit of systemd starts what npm start does, without rights', () => {
  const unit = Object.fromEntries(
    Array.from(read('deploy/moodring.service').matchAll(/^(\w+)=(.*)$/gm), ([, key, value]) => [key, value]),
  );
  const [, started] = /exec env \S+ node (.*)$/.exec(JSON.parse(read('package.json')).scripts.start)!;
  expect(unit).toMatchObject({
    ExecStart: expect.stringMatching(`/node ${started}$`),
    NoNewPrivileges: 'true',
    User: 'moodring',
  });
});
