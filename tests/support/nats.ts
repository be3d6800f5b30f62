import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { freePort } from './free-port.ts';

/** A NATS server of its own for a test. */
export interface TestNats {
  url: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

/** Whether there is a `nats-server` on this machine. */
export function hasNats(): boolean {
  return spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** @param config a file of settings, read with these variables in the environment */
export async function startNats(config?: string, variables: NodeJS.ProcessEnv = {}): Promise<TestNats> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const nats: TestNats = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      const args = ['-a', '127.0.0.1', '-p', String(port), ...(config ? ['-c', config] : [])];
      child = spawn('nats-server', args, { stdio: 'ignore', env: { ...process.env, ...variables } });
      while (!(await answers(port))) if (child.exitCode !== null) throw new Error('nats-server does not start');
    },
    async kill() {
      if (child?.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
  await nats.start();
  return nats;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
