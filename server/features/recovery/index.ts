export { passkeyAddedMail } from './words.ts';
