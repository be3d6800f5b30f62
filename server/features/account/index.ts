export { exportAccount } from './export/export-account.ts';
export { ExportQueue } from './export/export-queue.ts';
export { openExportPool } from './export/open-export-pool.ts';
export { leaveWith } from './leave/leave.ts';
export { createPurgeWorker } from './leave/purge-worker.ts';
