import { PRODUCT } from '#contract/product.ts';
import { VERSION } from './app/version.ts';
import type { Config } from './config.ts';
import { connectionBudget } from './database/connection-budget.ts';
import type { EmbeddedDatabase } from './database/embedded/embedded-database.ts';
import { describeGateways } from './features/texts/index.ts';
import { describeMail } from './mail/index.ts';
import { misspeltSettings } from './misspelt-settings.ts';

const SIGN_UP = {
  open: 'Anybody can sign up (SIGN_UP)',
  invite: 'Sign-up needs an invitation (SIGN_UP)',
  closed: 'Sign-up is closed (SIGN_UP)',
};

export function printWelcome(
  config: Config,
  embedded: EmbeddedDatabase | undefined,
  environment: NodeJS.ProcessEnv,
): void {
  const data = embedded
    ? `${config.dataDir} (its own PostgreSQL${embedded.adopted ? ', found running and taken over' : ''})`
    : `the PostgreSQL at ${new URL(config.databaseUrl!).host}`;
  const lines = [`${PRODUCT} ${VERSION} is at ${config.appUrl}`, `Data: ${data}`, ...describeGateways(config)];
  lines.push(describeMail(config.smtp));
  const { max, kept } = connectionBudget();
  lines.push(`Database connections: at most ${max}, ${kept} of them held open`);
  lines.push(SIGN_UP[config.signUp]);
  if (!config.rateLimits) lines.push('Rate limits are off: for tests only');
  lines.push(...misspeltSettings(environment));
  console.log(lines.map((line) => `  ${line}`).join('\n'));
}
