import * as t from '#language';
import { LineIcon } from '#web/ui/line-icon.tsx';

const SHARE =
  'M12 15V3.5M8 7l4-3.5L16 7M7.5 10.5H6a1 1 0 0 0-1 1V20a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-8.5a1 1 0 0 0-1-1h-1.5';
const ADD =
  'M5 3.5h14A1.5 1.5 0 0 1 20.5 5v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V5A1.5 1.5 0 0 1 5 3.5zM12 8v8M8 12h8';

const STEPS = [
  { icon: SHARE, text: t.tapShare },
  { icon: ADD, text: t.chooseAddToHomeScreen },
];

export function HomeScreenSteps() {
  return (
    <div>
      <p className="font-medium">{t.installOnThisIphone}</p>
      <ol className="mt-3 space-y-3">
        {STEPS.map(({ icon, text }, index) => (
          <li key={text} className="flex items-center gap-3">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-xl bg-raised text-accent">
              <LineIcon path={icon} className="size-6.5" />
            </span>
            <span>
              {index + 1}. {text}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-ink-soft">{t.thenOpenFromHomeScreen}</p>
    </div>
  );
}
