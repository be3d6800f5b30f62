/** The fields of the mail library's errors. Their messages quote the server, and so addresses. */
interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

const WORDS: Record<string, string> = {
  EAUTH: 'the mail server refuses the user name or password in SMTP_URL',
  EDNS: 'the mail server in SMTP_URL has no address',
  ECONNECTION: 'the mail server in SMTP_URL cannot be reached',
  ESOCKET: 'the mail server in SMTP_URL cannot be reached',
  ETIMEDOUT: 'the mail server in SMTP_URL does not answer',
  ETLS: 'no encrypted connection to the mail server in SMTP_URL is possible',
  EENVELOPE: 'the mail server refuses the sender (MAIL_FROM) or the recipient',
};

export function describeMailError(error: unknown): string {
  const { code = '', responseCode } = error as SmtpError;
  const words = WORDS[code] ?? `the mail was not sent (${code || 'unknown error'})`;
  return responseCode ? `${words}: it answered ${responseCode}` : words;
}

export function isAboutRecipient(error: unknown): boolean {
  const { code, command } = error as SmtpError;
  return code === 'EENVELOPE' && command === 'RCPT TO';
}

/** Whether further tries would fail alike. A wrong password is not repeated: many servers lock the account. */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode = 0 } = error as SmtpError;
  return code === 'EAUTH' || (responseCode >= 500 && responseCode < 600);
}
