/**
 * `npm run check:dependencies`: known vulnerabilities of the packages that run in production. It needs the registry, so it
 * is not part of `npm test`. Exit code 1: there are some; 2: the registry gave no report.
 */
import { auditDependencies } from './audit-dependencies.ts';

const audit = await auditDependencies();
if ('unavailable' in audit) {
  console.log(`Dependencies: the registry gave no report (${audit.unavailable}).`);
  process.exitCode = 2;
} else if (audit.vulnerabilities.length > 0) {
  console.log(
    `Dependencies with known vulnerabilities:\n${audit.vulnerabilities.map((line) => `  ${line}`).join('\n')}`,
  );
  process.exitCode = 1;
} else {
  console.log('Dependencies: no known vulnerabilities.');
}
