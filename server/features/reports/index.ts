export { OLD_REPORTS } from './old-reports.ts';
