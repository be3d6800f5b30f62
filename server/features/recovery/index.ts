export { reportLinkedProvider } from './report-linked-provider.ts';
export { passkeyAddedMail, type Recipient } from './words.ts';
