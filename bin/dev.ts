/** `npm run dev`: Vite with hot reload, and behind it the server, which restarts when its files change. */
import { type ChildProcess, spawn } from 'node:child_process';

const VITE_PORT = 5173;

const children: ChildProcess[] = [
  start(['--watch', '--watch-path=server', '--watch-path=contract', 'server/main.ts'], {
    APP_URL: process.env.APP_URL ?? `http://localhost:${VITE_PORT}`,
  }),
  start(['node_modules/vite/bin/vite.js', '--port', String(VITE_PORT), '--strictPort'], {}),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal));

function start(args: string[], settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...settings } }).once(
    'exit',
    (code) => {
      process.exitCode ||= code ?? 1;
      stop('SIGTERM');
    },
  );
}

function stop(signal: NodeJS.Signals): void {
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}
