import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Job } from '#server/background/jobs.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { dailyBackup } from '#server/database/backup/daily-backup.ts';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';
import { accountRoutes } from '#server/features/account/routes.ts';
import { askJobs, OLD_ASKS, WITHDRAWN } from '#server/features/asks/index.ts';
import { asksRoutes } from '#server/features/asks/routes.ts';
import { chatRoutes } from '#server/features/chat/routes.ts';
import { checkInJobs, ENDED } from '#server/features/check-in/index.ts';
import { checkInRoutes } from '#server/features/check-in/routes.ts';
import { circleRoutes } from '#server/features/circle/routes.ts';
import { consentRoutes } from '#server/features/consent/routes.ts';
import { historyRoutes } from '#server/features/history/routes.ts';
import { removeExpired } from '#server/features/identity/index.ts';
import { invitesRoutes } from '#server/features/invites/routes.ts';
import { moodsRoutes } from '#server/features/moods/routes.ts';
import { peopleRoutes } from '#server/features/people/routes.ts';
import { OLD_PHOTOS, openPhotoObjects, tidyJobs } from '#server/features/photos/index.ts';
import { photosRoutes } from '#server/features/photos/routes.ts';
import { planRoutes } from '#server/features/plan/routes.ts';
import { OLD_DEVICES, OLD_PUSHES } from '#server/features/push/index.ts';
import { pushRoutes } from '#server/features/push/routes.ts';
import { recoveryRoutes } from '#server/features/recovery/routes.ts';
import { OLD_REPORTS, reportsRoutes } from '#server/features/reports/routes.ts';
import { OLD_CALLS, oldTexts, webhookJobs } from '#server/features/texts/index.ts';
import { textsRoutes } from '#server/features/texts/routes.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { OLD_LIMITS } from '#server/limits/index.ts';
import { watchOperatorEvents } from '#server/live/operator-events.ts';
import { installationRoutes } from './installation-routes.ts';

interface Feature {
  routes?(context: Context): OpenAPIHono<ApiEnvironment>;
  sweeps?(config: Config): Sweep[];
  jobs?(context: Context): Job[];
}

export const FEATURES: readonly Feature[] = [
  { routes: accountRoutes },
  { routes: moodsRoutes },
  { routes: historyRoutes },
  { routes: asksRoutes, sweeps: () => [OLD_ASKS, WITHDRAWN], jobs: askJobs },
  { routes: circleRoutes },
  { routes: peopleRoutes },
  { routes: consentRoutes },
  { routes: reportsRoutes, sweeps: () => [OLD_REPORTS] },
  { routes: invitesRoutes },
  { routes: chatRoutes },
  { routes: photosRoutes, sweeps: () => [OLD_PHOTOS], jobs: photoJobs },
  {
    ...{ routes: textsRoutes, jobs: webhookJobs },
    sweeps: ({ textsKeptDays }) => [oldTexts(textsKeptDays), OLD_CALLS],
  },
  { routes: planRoutes },
  { routes: checkInRoutes, jobs: checkInJobs, sweeps: () => [ENDED] },
  { routes: pushRoutes, sweeps: () => [OLD_DEVICES, OLD_PUSHES] },
  { routes: recoveryRoutes },
  { routes: installationRoutes },
  { jobs: ({ pool, log }) => removeExpired(pool, log) },
  { sweeps: () => [OLD_LIMITS] },
  { jobs: operatorJobs },
  { jobs: backupJobs },
];

function photoJobs({ bulkPool, config, log }: Context): Job[] {
  const objects = openPhotoObjects(config, log);
  return objects ? tidyJobs(bulkPool, objects) : [];
}

function backupJobs({ config, pool, log }: Context): Job[] {
  const url = pool.options.connectionString!;
  return config.backup ? [dailyBackup({ url, log, ...config.backup })] : [];
}

function operatorJobs({ pool, identity, live }: Context): Job[] {
  const listener = {
    onSessionsEnded: identity.reportSessionsEnded,
    onRefetch: (uids: readonly string[]) => live.publish(uids, { type: 'refetch' }),
  };
  return [watchOperatorEvents(pool, listener)];
}
