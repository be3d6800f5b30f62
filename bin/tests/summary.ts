import { describeFailure } from './count-tests.ts';
import type { Result } from './parts.ts';

/** Prints where the time went, what failed, and in the last line the counts. @returns the exit code */
export function printSummary(results: readonly Result[]): number {
  const all = sum(results.map(({ seconds }) => seconds));
  console.log('\nTime by part:');
  for (const { name, seconds, passed, failed } of results) {
    const [time, share] = [
      `${Math.round(seconds)} s`.padStart(7),
      `${Math.round((100 * seconds) / all)} %`.padStart(6),
    ];
    console.log(`${time}${share}  ${name}${passed + failed > 0 ? `: ${passed} passed, ${failed} failed` : ''}`);
  }
  console.log(`${Math.round(all)} s`.padStart(7));
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0)
    console.log(`\nFailed:\n${failures.map((failure) => `  ${describeFailure(failure)}`).join('\n')}`);
  const failed = sum(results.map((result) => result.failed));
  console.log(`\n${sum(results.map(({ passed }) => passed))} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
