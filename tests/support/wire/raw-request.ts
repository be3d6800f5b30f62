import { RawConnection } from './raw-connection.ts';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends bytes and reads the answer until the server closes the connection. @throws when it does not */
export async function askRaw(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
  const wire = await RawConnection.open(origin);
  try {
    await wire.write(bytes);
    return readAnswer(await wire.readToEnd());
  } finally {
    wire.socket.destroy();
  }
}

export function readAnswer(answer: string): RawAnswer {
  const [head = '', ...body] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/: (.*)/s) as [string, string]);
  return {
    status: Number(first.split(' ')[1]),
    headers: new Headers(headers.map(([name, value]) => [name, value ?? ''])),
    body: body.join('\r\n\r\n'),
  };
}
