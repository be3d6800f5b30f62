import { execFileSync } from 'node:child_process';

/** CI does not know the last delivery. A delivery takes less time than this. */
const A_DELIVERY = '4 hours ago';

/** The files that the last commits, by default those of the last four hours, and the working tree change and still have. */
export function changedFiles(base = git('rev-list', '-1', `--before=${A_DELIVERY}`, 'HEAD')[0]): string[] {
  const changed = base ? git('diff', '--name-only', '--diff-filter=d', base) : git('ls-files');
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])];
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
