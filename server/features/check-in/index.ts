export { ENDED, getCheckIns } from './check-in.ts';
export { checkInJobs } from './check-in-job.ts';
