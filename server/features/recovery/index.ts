export { createBackgroundTasks } from './background-tasks.ts';
