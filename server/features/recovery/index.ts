export { passkeyAddedMail, providerLinkedMail } from './words.ts';
