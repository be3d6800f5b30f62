export { createBackgroundTasks } from './background-tasks.ts';
export { passkeyAddedMail } from './words.ts';
