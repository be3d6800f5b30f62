import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { late } from '#web/use-late-chunk.ts';
import { loadParts } from './load-parts.ts';

/** The card that asks for notifications. */
export const LazyPushCard = late(loadParts, ({ PushCard }) => PushCard);

/** This device's notifications, for the settings. */
export const LazyPushSettings = late(loadParts, ({ PushSettings }) => PushSettings, <Skeleton className="h-28" />);

/** The offer to install the app. Shows nothing where the browser has no way, or where the app is installed. */
export const LazyInstallMoodring = late(loadParts, ({ InstallMoodring }) => InstallMoodring);
