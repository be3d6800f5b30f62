export { openExportPool } from './export/open-export-pool.ts';
export { createPurgeWorker } from './leave/purge-worker.ts';
