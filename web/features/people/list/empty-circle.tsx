import { InviteButton } from '#web/features/invites/index.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';

export function EmptyCircle() {
  return (
    <EmptyState
      title="Nobody here yet"
      text="Add the people you trust. You’ll see each other’s mood."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <InviteButton />
          <Link to="/connect" className={buttonClass('quiet')}>
            Find people you know
          </Link>
        </div>
      }
    />
  );
}
