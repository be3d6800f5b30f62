export { ENDED, getStoredCheckIns } from './check-in.ts';
export { checkInJobs } from './check-in-job.ts';
