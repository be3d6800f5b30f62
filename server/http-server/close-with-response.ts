import type { Duplex } from 'node:stream';

/** Answers on a connection for the last time, and hangs up: a caller who does not would keep it for good. */
export function closeWithResponse(socket: Duplex, answer: string): void {
  // What breaks a connection that is given up is no news; without a listener it would end the process.
  socket.on('error', cutOff);
  socket.once('finish', cutOff);
  socket.end(answer);
}

function cutOff(this: Duplex): void {
  this.destroy();
}
