import type { Language } from '#contract/account/languages.ts';
import type { Words } from '#languages';
import { wordsOf } from '#server/languages.ts';
import type { Mail } from '#server/mail/index.ts';

/** An address, and the language of its account. */
export interface Recipient {
  email: string;
  language: Language | null;
}

export function resetMail(to: Recipient, link: string, appUrl: string): Mail {
  return mail(to, appUrl, (t) => [t.chooseANewPasswordForMoodring, t.forgotThePassword({ link })]);
}

/** @param isFirst the reset confirmed the email for the first time */
export function passwordChangedMail(to: Recipient, appUrl: string, isFirst = false): Mail {
  const values = { isFirst: isFirst ? 'yes' : 'other', link: `${appUrl}/forgot-password` } as const;
  return mail(to, appUrl, (t) => [t.yourNewPasswordForMoodring, t.passwordWasChanged(values)]);
}

export function passkeyAddedMail(to: Recipient, appUrl: string): Mail {
  return mail(to, appUrl, (t) => [t.aNewPasskeyForMoodring, t.passkeyWasAdded({ link: `${appUrl}/settings` })]);
}

/** @param name of the provider */
export function providerLinkedMail(to: Recipient, name: string, appUrl: string): Mail {
  const values = { name, link: `${appUrl}/settings` };
  return mail(to, appUrl, (t) => [t.logInToMoodringWith({ name }), t.loggedInForTheFirstTime(values)]);
}

export function confirmMail(to: Recipient, link: string, appUrl: string): Mail {
  return mail(to, appUrl, (t) => [t.confirmYourEmailForMoodring, t.isThisYourEmail({ link })]);
}

/** Without the new address, as somebody else may read the old mailbox. */
export function newEmailAskedMail(to: Recipient, appUrl: string): Mail {
  const link = `${appUrl}/settings`;
  return mail(to, appUrl, (t) => [t.aNewEmailForMoodring, t.wantsToChangeTheEmail({ link })]);
}

export function emailTakenMail(to: Recipient, appUrl: string): Mail {
  const link = `${appUrl}/forgot-password`;
  return mail(to, appUrl, (t) => [t.youAlreadyHaveAnAccount, t.wantedToUseThisEmail({ link })]);
}

export function emailChangedMail(to: Recipient, appUrl: string): Mail {
  return mail(to, appUrl, (t) => [t.yourEmailForMoodringIsChanged, t.fromNowOnYouLogInAs]);
}

function mail(to: Recipient, appUrl: string, say: (t: Words) => [subject: string, words: string]): Mail {
  const t = wordsOf(to.language);
  const [subject, words] = say(t);
  return { to: to.email, subject, text: t.mailAround({ text: words, appUrl }) };
}
