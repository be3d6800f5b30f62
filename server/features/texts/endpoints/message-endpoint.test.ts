import { describe, expect, test } from 'vitest';
import type { TextMessage } from '#contract/inputs.ts';
import { messageEndpoint } from './message-endpoint.ts';

const accepted: TextMessage[] = [];
const endpoint = messageEndpoint(async ({ headers }) =>
  headers.get('x-may') === null ? null : async (text) => void accepted.push(text),
);

async function post(body: BodyInit, headers: Record<string, string> = { 'x-may': 'yes' }) {
  accepted.length = 0;
  const request = new Request('http://texts.example/', { method: 'POST', body, headers });
  const response = await endpoint(request);
  return { status: response.status, body: await response.json() };
}

const errorBody = (code: string, message: string) => ({ error: { code, message } });

test('takes the longest text, with every character escaped', async () => {
  const message = `x${'\\u0001'.repeat(1529)}`;
  expect((await post(`{"phoneNumber":"1","message":"${message}"}`)).status).toBe(202);
  expect(accepted[0]?.message).toHaveLength(1530);
});

test('authorises the caller before it reads the body', async () => {
  const nobody = { status: 401, body: errorBody('not_signed_in', 'User is not signed in.') };
  expect(await post('{}', {})).toEqual(nobody);
  expect(await post('x'.repeat(100_000), {})).toEqual(nobody);
});

describe('explains an invalid body', () => {
  test.each([
    [{ phoneNumber: 'my number', message: 'Hi' }, 'A phone number needs digits.'],
    [{ phoneNumber: '', message: 'Hi' }, 'A phone number needs digits.'],
    [{ phoneNumber: '1', message: ' \n ' }, 'A message needs some text.'],
    [{ phoneNumber: '1', message: '' }, 'A message needs some text.'],
    [{ phoneNumber: '1' }, 'A message is needed, as text.'],
    [{ message: 'Hi' }, 'A phone number is needed, as text.'],
    [{ phoneNumber: 1, message: 'Hi' }, 'A phone number is needed, as text.'],
    [{ phoneNumber: '1', message: 'x'.repeat(1531) }, 'A message has at most 1530 characters.'],
    [{ phoneNumber: '1'.repeat(41), message: 'Hi' }, 'A phone number has at most 40 characters.'],
    [null, 'That request could not be read.'],
    [['1', 'Hi'], 'That request could not be read.'],
  ])('%j', async (body, message) => {
    expect(await post(JSON.stringify(body))).toEqual({ status: 400, body: errorBody('invalid', message) });
    expect(accepted).toEqual([]);
  });

  test.each(['', 'phoneNumber=1&message=Hi', '{"phoneNumber":"1",', '\u0000'])('not JSON: %j', async (body) => {
    expect(await post(body)).toEqual({ status: 400, body: errorBody('invalid', 'That request could not be read.') });
  });

  test('bytes that are not UTF-8', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"phoneNumber":"1","message":"'), 0xff, 0x22, 0x7d]);
    expect((await post(bytes)).status).toBe(400);
  });
});

test('stops reading a body that is too large', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    },
  });
  const request = new Request('http://texts.example/', {
    method: 'POST',
    body: endless,
    headers: { 'x-may': 'yes' },
    duplex: 'half',
  } as RequestInit);
  const response = await endpoint(request);
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual(errorBody('too_large', 'That request is too large.'));
  expect(pulled).toBeLessThan(30);
});
