import { expect, test } from 'vitest';
import * as languages from '#languages';
import { readKeyword } from './read-keyword.ts';

test.each([
  ...['stop', ' Stop. ', '"STOP"', 'stop!!!', 'ＳＴＯＰ', 'stopall', 'STOP-ALL', 'unsubscribe', 'cancel'],
  ...['end', 'quit', 'revoke', 'optout', 'opt out', 'opt-out', 'please stop', 'Stop, please.', 'stop now', 'STOP 🛑'],
  ...['please stop texting me now', 'Stop messaging me!', 'stop sending me texts', 'stop these texts'],
  ...['stop the messages', 'remove me', 'Remove me from your list', 'take me off the list', 'no more texts', 'stop it'],
  ...[
    'Stop bitte',
    'Bitte abmelden, danke!',
    'stop merci',
    'Arrêt, s’il vous plaît',
    'stop por favor',
    'parar por favor',
  ],
  ...[
    '停止してください',
    '配信停止をお願いします。',
    'ストップ お願いします',
    'stop proszę',
    'koniec sms, dzięki',
    'stop aub',
    'basta sms, grazie',
  ],
  ...['توقف من فضلك', 'إيقاف الرسائل، شكرًا', 'sair, por favor', 'baja ya'],
  ...['Don’t text me anymore', 'do not contact me again', 'unsubscribe me', 'stop contacting this number'],
])('%j means STOP', (message) => {
  expect(readKeyword(message)).toBe('stop');
});

test.each(['start', 'START', 'Unstop', ' start! '])('%j means START', (message) => {
  expect(readKeyword(message)).toBe('start');
});

test.each(['help', 'INFO', 'Help?'])('%j means HELP', (message) => {
  expect(readKeyword(message)).toBe('help');
});

test('no word stands for two wishes, in whatever languages', () => {
  for (const keyword of ['stop', 'start', 'help'] as const)
    for (const words of Object.values(languages).flatMap((t) => t[`${keyword}Words`].split(', ')))
      expect([words, readKeyword(words)]).toEqual([words, keyword]);
});

test.each([
  ...['', '🛑', 'YES', "I'm coming", 'I cannot stop crying', "don't stop", 'stop worrying, I am on my way', 'the end'],
  ...['should I stop by?', 'please', 'help me move on Sunday', 'starting now', 'Your code is 123456'],
  ...[
    'bitte',
    'merci',
    'お願いします',
    'してください',
    'شكرًا',
    'por favor no pares',
    '泣くのを停止できません',
    'ende gut, alles gut',
  ],
  ...['remove me not', `stop${' '.repeat(100)}`, `stop ${'x'.repeat(5_000)}`, 'cancel my order please'],
])('%j is somebody’s own words', (message) => {
  expect(readKeyword(message)).toBeUndefined();
});
