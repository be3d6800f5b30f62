export { exportAccount } from './export/export-account.ts';
export { MOODS } from './export/export-statements.ts';
export { createExports } from './export/exports.ts';
export { createTextStream } from './export/text-stream.ts';
export { leaveWith } from './leave/leave.ts';
export { createPurgeWorker } from './leave/purge-worker.ts';
