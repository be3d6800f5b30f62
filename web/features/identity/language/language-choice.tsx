import { LANGUAGE_QUERY, LANGUAGES } from '#contract/account/languages.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { addressIn } from './follow-language.ts';

/** The languages, each by its own name. With a log-in the choice is kept with the account: texts and mails follow it. */
export function LanguageChoice({ className = '' }: { className?: string }) {
  const { appUser } = useApp();
  const { error, submit } = useSubmit();

  async function choose(language: string) {
    if (appUser) await call('PATCH', `/api/users/${appUser.uid}/settings`, { language });
    // The way back leads to no page in the language before.
    window.location.replace(addressIn(language));
  }

  return (
    <details className={className}>
      <summary className="inline-block min-h-11 cursor-pointer rounded-full px-3 py-2.5 text-ink-soft">
        {t.language}{' '}
        <span lang={t.$language} className="font-semibold text-ink">
          {LANGUAGES[t.$language]}
        </span>
      </summary>
      <ul className="flex flex-wrap gap-x-1">
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <li key={language}>
            <a
              href={`?${LANGUAGE_QUERY}=${language}`}
              lang={language}
              hrefLang={language}
              aria-current={language === t.$language || undefined}
              className="inline-flex min-h-11 items-center rounded-full px-3 font-semibold text-accent hover:bg-raised aria-[current]:text-ink"
              onClick={(event) => {
                event.preventDefault();
                void submit(() => choose(language));
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <FormError>{error}</FormError>
    </details>
  );
}
