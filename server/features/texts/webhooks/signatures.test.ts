import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signAsAndroid } from '#tests/support/wire/sign-webhook.ts';
import { isSignedByAndroid, isSignedByTwilio } from './signatures.ts';

describe('Twilio', () => {
  const ADDRESS = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const FORM = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  });

  test('its own example', () => {
    expect(isSignedByTwilio('12345', ADDRESS, FORM, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(true);
  });

  test.each([
    ['another token', '12346', ADDRESS, FORM],
    ['another query', '12345', ADDRESS.replace('1', '2'), FORM],
    ['another host', '12345', ADDRESS.replace('mycompany', 'evil'), FORM],
    ['another field', '12345', ADDRESS, new URLSearchParams([...FORM, ['ErrorCode', '21610']])],
    ['a field less', '12345', ADDRESS, new URLSearchParams([...FORM].slice(1))],
  ])('%s: refused', (_, token, address, form) => {
    expect(isSignedByTwilio(token, address, form, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(false);
  });

  test('the port may be in the address that it signed', () => {
    const [plain, withPort] = ['https://a.example/x?text=1', 'https://a.example:443/x?text=1'];
    const signature = createHmac('sha1', 'token').update(`${withPort}To+1`).digest('base64');
    expect(isSignedByTwilio('token', plain, new URLSearchParams({ To: '+1' }), signature)).toBe(true);
  });

  test('a field that comes twice counts with each of its values once, in any order', () => {
    const signature = createHmac('sha1', 'token').update('https://a.example/xMedia1Media2To+1').digest('base64');
    const check = (fields: string[][]) =>
      isSignedByTwilio('token', 'https://a.example/x', new URLSearchParams(fields), signature);
    const sent = [
      ['Media', '2'],
      ['To', '+1'],
      ['Media', '1'],
    ];
    expect(check(sent)).toBe(true);
    expect(check([...sent, ['Media', '2']])).toBe(true);
    expect(check([...sent, ['Media', '3']])).toBe(false);
    expect(check([...sent, ['To', '+2']])).toBe(false);
  });

  test('a form of very many fields takes no long time', () => {
    const form = new URLSearchParams(Array.from({ length: 200_000 }, (_, n) => [`${n}`, '']));
    expect(isSignedByTwilio('token', 'https://a.example/x', form, 'x')).toBe(false);
  });

  test.each(['', 'x', 'é', 'RSOYDt4T1cUTdK1PDd93/VVr8B8', `${'A'.repeat(27)}=`])('%j is no signature', (signature) => {
    expect(isSignedByTwilio('12345', ADDRESS, FORM, signature)).toBe(false);
  });
});

describe('the Android app', () => {
  const KEY = 'the key of the app';
  const NOW = 1_790_000_000;
  const { body, headers } = signAsAndroid(KEY, { event: 'sms:received', payload: { message: 'é👋' } }, NOW);
  const check = (key: string, text: string, given: Record<string, string>, seconds = NOW) =>
    isSignedByAndroid(key, text, new Headers(given), seconds * 1000);

  test('signs the body and the time', () => {
    expect(check(KEY, body, headers)).toBe(true);
    expect(check(KEY, body, { ...headers, 'x-signature': headers['x-signature'].toUpperCase() })).toBe(true);
  });

  test.each([-300, 300])('its clock may be wrong by five minutes (%i s)', (seconds) => {
    expect(check(KEY, body, headers, NOW + seconds)).toBe(true);
  });

  test.each([-301, 301, 86_400])('a call from another time is refused (%i s)', (seconds) => {
    expect(check(KEY, body, headers, NOW + seconds)).toBe(false);
  });

  test.each([
    ['another key', 'the key of the apq', body, headers],
    ['another body', KEY, `${body} `, headers],
    ['a later time', KEY, body, { ...headers, 'x-timestamp': String(NOW + 1) }],
    ['the time as other text', KEY, body, { ...headers, 'x-timestamp': `${NOW}.0` }],
    ['no time', KEY, body, { 'x-signature': headers['x-signature'] }],
    ['no signature', KEY, body, { 'x-timestamp': String(NOW) }],
    ['half a signature', KEY, body, { ...headers, 'x-signature': headers['x-signature'].slice(0, 32) }],
  ])('%s is refused', (_, key, text, given) => {
    expect(check(key, text, given)).toBe(false);
  });
});
