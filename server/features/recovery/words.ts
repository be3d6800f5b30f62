import { PRODUCT } from '#contract/product.ts';
import type { Mail } from '#server/mail/index.ts';

export function resetMail(to: string, link: string, appUrl: string): Mail {
  return mail(to, `Choose a new password for ${PRODUCT}`, appUrl, [
    `Somebody, probably you, forgot the password of this account at ${PRODUCT}. Here you can choose a new one:`,
    link,
    'The link works once, for one hour. If this was not you, leave this mail alone: your password stays as it is.',
  ]);
}

/** @param isFirst the reset confirmed the email for the first time */
export function passwordChangedMail(to: string, appUrl: string, isFirst = false): Mail {
  const passkeys = isFirst
    ? 'This confirmed your email for the first time. So passkeys and log-ins by other providers were removed. Your phone is not confirmed any more.'
    : 'Passkeys go on working; you see them in the settings.';
  return mail(to, `Your new password for ${PRODUCT}`, appUrl, [
    `The password of your account at ${PRODUCT} was just changed, and all devices were logged out. ${passkeys}`,
    `If this was not you, choose another one at once: ${appUrl}/forgot-password`,
  ]);
}

export function passkeyAddedMail(to: string, appUrl: string): Mail {
  return mail(to, `A new passkey for ${PRODUCT}`, appUrl, [
    `A passkey was just added to your account at ${PRODUCT}. It opens the account without the password.`,
    `If this was not you, remove it and choose a new password: ${appUrl}/settings`,
  ]);
}

/** @param name of the provider */
export function providerLinkedMail(to: string, name: string, appUrl: string): Mail {
  return mail(to, `Log in to ${PRODUCT} with ${name}`, appUrl, [
    `You, or somebody with this email at ${name}, logged in to your account at ${PRODUCT} for the first time. From now on ${name} opens it without the password.`,
    `If you do not want that, or this was not you, end it here and choose a new password: ${appUrl}/settings`,
  ]);
}

export function confirmMail(to: string, link: string, appUrl: string): Mail {
  return mail(to, `Confirm your email for ${PRODUCT}`, appUrl, [
    `Is this your email? Then confirm it for your account at ${PRODUCT}:`,
    link,
    'The link works once, for one hour. If you did not ask for this mail, leave it alone: then nothing happens.',
  ]);
}

export function newEmailAskedMail(to: string, newEmail: string, appUrl: string): Mail {
  return mail(to, `A new email for ${PRODUCT}?`, appUrl, [
    `Somebody who knows your password wants to change the email of your account at ${PRODUCT} to ${newEmail}.`,
    'If this was you, open the link in the mail to that address. Until then this address stays.',
    `If this was not you, change your password now, which also stops this: ${appUrl}/settings`,
  ]);
}

export function emailTakenMail(to: string, appUrl: string): Mail {
  return mail(to, `You already have an account at ${PRODUCT}`, appUrl, [
    `Somebody, probably you, wanted to use this email for another account at ${PRODUCT}. It has an account already, so nothing was changed.`,
    `If you forgot its password, choose a new one: ${appUrl}/forgot-password`,
  ]);
}

export function emailChangedMail(to: string, newEmail: string, appUrl: string): Mail {
  return mail(to, `Your email for ${PRODUCT} is changed`, appUrl, [
    `From now on you log in to ${PRODUCT} as ${newEmail}. This address is no longer used.`,
    'If this was not you, please write to the person who runs it.',
  ]);
}

export function codeText(code: string): string {
  return `${code} is your ${PRODUCT} code. It works for 10 minutes. Give it to nobody.`;
}

function mail(to: string, subject: string, appUrl: string, paragraphs: string[]): Mail {
  return { to, subject, text: `${['Hello,', ...paragraphs, `${PRODUCT}, ${appUrl}`].join('\n\n')}\n` };
}
