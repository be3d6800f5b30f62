import * as t from '#language';
import { LineIcon } from '#web/ui/line-icon.tsx';

export const HEART =
  'M20.8 5.6a5.4 5.4 0 0 0-7.7 0L12 6.7l-1.1-1.1a5.4 5.4 0 1 0-7.7 7.7L12 21l8.8-7.7a5.4 5.4 0 0 0 0-7.7z';

/** The prompt beside a connection whose mood asks for support (spec §1). The row around it links to the chat. */
export function CheckIn() {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-orange-100 px-3 py-1 font-semibold text-orange-900 text-sm dark:bg-orange-900/60 dark:text-orange-200">
      <LineIcon path={HEART} className="size-4" />
      {t.checkIn}
    </span>
  );
}
