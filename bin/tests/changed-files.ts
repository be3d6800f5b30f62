import { execFileSync } from 'node:child_process';

/** CI does not know the last delivery. A delivery takes less time than this. */
const A_DELIVERY = '4 hours ago';

/** @returns the commit before those of the last four hours; undefined in a new repository */
export function commitBefore(): string | undefined {
  return git('rev-list', '-1', `--before=${A_DELIVERY}`, 'HEAD')[0];
}

export function changedFiles(base = commitBefore()): string[] {
  const changed = base ? git('diff', '--name-only', '--diff-filter=d', base) : git('ls-files');
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])];
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
