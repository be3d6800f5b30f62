import type { ComponentType } from 'react';
import { PRODUCT } from '#contract/product.ts';
import * as t from '#language';
import { type AppUser, useApp } from '#web/app-context.tsx';
import { useInstallation } from '#web/calls/use-installation.ts';
import { LanguageChoice } from '#web/features/identity/index.ts';
import { late } from '#web/loading/late-chunk.ts';
import { LeaveQuickly } from '#web/ui/leave-quickly.tsx';
import { BACK, FORTH, LineIcon } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useParam } from '#web/ui/router.tsx';

// Not with the list: a screen's page names at most 100 KB of scripts.
const load = () => import('./settings/parts.ts');

const pageOf = (name: keyof Awaited<ReturnType<typeof load>>) => late(load, name, <Skeleton className="h-96" />);

const PAGES: { page: string; title: string; note: string; Content: ComponentType<{ user: AppUser }> }[] = [
  { page: 'you', title: t.youTitle, note: t.youNote, Content: pageOf('You') },
  { page: 'found', title: t.whoCanFindMe, note: t.whoCanFindMeNote, Content: pageOf('WhoFindsMe') },
  { page: 'news', title: t.whatReachesMe, note: t.whatReachesMeNote, Content: pageOf('WhatReachesMe') },
  { page: 'friends', title: t.whatFriendsSee, note: t.whatFriendsSeeNote, Content: pageOf('WhatFriendsSee') },
  { page: 'devices', title: t.devicesAndData, note: t.devicesAndDataNote, Content: pageOf('DevicesAndData') },
];

/** /settings, the list of a person's settings, and /settings/:page. */
export default function SettingsScreen() {
  const { appUser } = useApp();
  const page = useParam();
  const installation = useInstallation();
  if (!appUser) return null;
  const shown = PAGES.find((each) => each.page === page);
  return shown ? (
    <Page title={shown.title} above={<BackLink />} aside={<Titles />}>
      <DocumentTitle title={`${shown.title} · ${t.settings}`} />
      <div className="space-y-5">
        <shown.Content user={appUser} />
      </div>
    </Page>
  ) : (
    <Page title={t.settings} lead={<bdi>{appUser.email}</bdi>}>
      <ul className="mb-8 divide-y divide-line overflow-hidden rounded-3xl bg-surface shadow-soft">
        {PAGES.map((each) => (
          <li key={each.page}>
            <Link
              to={`/settings/${each.page}`}
              className="-outline-offset-3 flex items-center gap-4 px-[min(1.25rem,5vw)] py-4 hover:bg-raised md:px-8"
            >
              <span className="min-w-0 grow">
                <span className="block font-semibold text-lg">{each.title}</span>
                <span className="block text-ink-soft">{each.note}</span>
              </span>
              <LineIcon path={FORTH} className="size-5 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
      <LanguageChoice className="mb-4" />
      <LeaveQuickly />
      {installation && <p className="mt-8 text-ink-soft">{`${PRODUCT} ${installation.version}`}</p>}
    </Page>
  );
}

function BackLink() {
  return (
    <Link
      to="/settings"
      className="-ms-2 mb-1 inline-flex min-h-11 items-center gap-1 rounded-full pe-3 font-semibold text-accent"
    >
      <LineIcon path={BACK} />
      {t.settings}
    </Link>
  );
}

/** On wide screens the other pages are one click away. */
function Titles() {
  const page = useParam();
  return (
    <nav aria-label={t.settings} className="-ms-3 mt-6 hidden @5xl:block">
      <ul>
        {PAGES.map((each) => (
          <li key={each.page}>
            <Link
              to={`/settings/${each.page}`}
              aria-current={each.page === page ? 'page' : undefined}
              className="block rounded-xl px-3 py-2.5 text-ink-soft hover:bg-raised aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {each.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
