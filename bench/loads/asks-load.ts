/** A process of its own: friends answer a person's ask, one after the other, and the person's browser hears of it. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { median } from '#bench/report/statistics.ts';
import { openLive } from '#bench/rig/live-client.ts';
import type { Person } from '#bench/rig/people.ts';
import { receiveTask, reply } from './load-process.ts';

export interface AsksLoad {
  warmUps: number;
  answers: number;
  product: string;
  person: Person;
  friend: Person;
}

export interface AsksRun {
  /** From the friend's call to the frame with the answer. */
  medianMs: number;
}

const { warmUps, answers, product, person, friend } = await receiveTask<AsksLoad>();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let heard = (_answer: string | undefined) => {};
const live = await openLive(product, person, (event) => {
  if (event.type === 'own-ask-answer') heard(event.answer.answer);
});

await call(person, 'PUT', `/api/users/${person.uid}/info/mood`, { mood: 'Dark' });
const { mine } = JSON.parse(await call(person, 'GET', '/api/asks'));
const times: number[] = [];
for (let n = 0; n < warmUps + answers; n += 1) times.push(await timeAnswer(n % 2 ? 'later' : 'yes'));
reply({ medianMs: median(times.slice(warmUps)) } satisfies AsksRun);
agent.destroy();
live.close();

/** The answers alternate, so each frame shows whether it is of this one. */
async function timeAnswer(answer: 'yes' | 'later'): Promise<number> {
  const frame = new Promise<number>((resolve) => {
    heard = (got) => {
      if (got === answer) resolve(performance.now());
    };
  });
  const from = performance.now();
  const [to] = await Promise.all([frame, call(friend, 'PUT', `/api/asks/${mine.id}/answer`, { answer })]);
  return to - from;
}

async function call({ cookie }: Person, method: string, path: string, body?: object): Promise<string> {
  const headers = { origin: product, cookie, 'content-type': 'application/json' };
  const asking = request(product + path, { method, agent, headers });
  const [answer] = await once(asking.end(body && JSON.stringify(body)), 'response');
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${said}`);
  return said;
}
