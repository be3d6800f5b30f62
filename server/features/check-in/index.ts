export { ENDED, getStoredCheckIns, lookedAfterBy } from './check-in.ts';
export { checkInJobs } from './check-in-job.ts';
