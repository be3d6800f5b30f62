export { createMailer, describeMail, type Mail, type Mailer } from './mailer.ts';
