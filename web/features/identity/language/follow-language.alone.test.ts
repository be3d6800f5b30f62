import { expect, test, vi } from 'vitest';
import type { AppUser } from '#web/app-context.tsx';

test('a page goes on in the language of its account, and not in one that is chosen elsewhere while it is open', async () => {
  const replace = vi.fn();
  vi.stubGlobal('window', { location: { href: 'https://moodring.example/settings', replace }, history: {} });
  vi.stubGlobal('document', { cookie: '' });
  const { followLanguage } = await import('./follow-language.ts');
  const ada = { uid: 'ada' } as AppUser;
  followLanguage(ada);
  followLanguage({ ...ada, language: 'en' });
  followLanguage({ ...ada, language: 'de' });
  expect(replace).not.toHaveBeenCalled();
  // A log-in.
  followLanguage({ ...ada, uid: 'grace', language: 'de' });
  expect(replace).toHaveBeenCalledExactlyOnceWith('https://moodring.example/settings?language=de');
});
