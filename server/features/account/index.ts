export { exportAccount } from './export/export-account.ts';
export { ExportPages } from './export/export-pages.ts';
export { ExportQueue } from './export/export-queue.ts';
export { MOODS, START } from './export/export-statements.ts';
export { openExportPool } from './export/open-export-pool.ts';
export { createTextStream } from './export/text-stream.ts';
export { leaveWith } from './leave/leave.ts';
export { createPurgeWorker } from './leave/purge-worker.ts';
