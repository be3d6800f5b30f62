export { sweepReports } from './sweep-reports.ts';
