import { expect, test } from 'vitest';
import { parseReport } from '../bin/audit-dependencies.ts';

test.each([
  ['{"vulnerabilities":{}}', { vulnerabilities: [] }],
  ['{"vulnerabilities":{"a":{"severity":"high"}}}', { vulnerabilities: ['a: high'] }],
  ['{"message":"405 Method Not Allowed"}', { unavailable: '405 Method Not Allowed' }],
  ['{"error":{"summary":"offline"}}', { unavailable: 'offline' }],
  ['{}', { unavailable: '{}' }],
  ['<html>', undefined],
  ['', undefined],
])('npm’s output %j is read as %j', (out, audit) => {
  expect(parseReport(out)).toEqual(audit);
});
