import { useApp } from '#web/app-context.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton-rows.tsx';
import { CircleRow } from './circle-row.tsx';
import { useConnections } from './connections/use-connections.ts';
import { EmptyCircle } from './empty-circle.tsx';
import { MyMoodRow } from './my-mood-row.tsx';

/** /circles: the signed-in person's mood and that of everybody in their circle (spec §2). */
export default function CircleScreen() {
  const { appUser } = useApp();
  return (
    <Page title="My Circle" tab="Circle" lead={`Hello, ${appUser?.displayName}`}>
      <MyMoodRow />
      <div className="mt-8">
        <Connections />
      </div>
    </Page>
  );
}

function Connections() {
  const { data: entries } = useConnections();
  if (entries === undefined) return <SkeletonRows count={4} />;
  if (entries.length === 0) return <EmptyCircle />;
  return (
    <ul aria-label="Your connections" className="space-y-3">
      {entries.map((entry) => (
        <li key={entry.uid}>
          <CircleRow entry={entry} />
        </li>
      ))}
    </ul>
  );
}
