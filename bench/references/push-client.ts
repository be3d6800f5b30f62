/** A process of its own: a bare client of a push service. */
import { Agent, request } from 'node:https';
import { ownProcess } from '#bench/rig/own-process.ts';

/** A request to the push service. */
export interface PushRequest {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface Preparation {
  /** The push service's, with its port. */
  host: string;
  /** The push service's, as PEM. */
  certificate: string;
  /** Requests in flight at once. */
  connections: number;
  requests: PushRequest[];
}

let prepared: Preparation;
let agent: Agent;

/** A first task prepares requests, the task 'send' sends them. */
export const pushClient = ownProcess(import.meta, async (task: Preparation | 'send'): Promise<object> => {
  if (task !== 'send') {
    prepared = task;
    agent ??= new Agent({ keepAlive: true, maxSockets: task.connections, ca: task.certificate });
    return {};
  }
  for (const { path, headers, body } of prepared.requests) {
    const options = { method: 'POST', agent, headers };
    request(`https://${prepared.host}${path}`, options, (answer) => answer.resume()).end(body);
  }
  return {};
});
