export { importFirebase } from './import-firebase.ts';
export { Unreadable } from './read-json.ts';
