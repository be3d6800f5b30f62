import type { Person } from '#bench/rig/people.ts';

/** A screen that somebody visits first. */
export interface Visit {
  path: string;
  /** A selector of an element that shows that the screen can be used. */
  sign: string;
  /** The person who is signed in; undefined for a screen without a session. */
  person?: Person;
}

/** A visit to each route of the app. @param friend the uid of somebody with whom the person chats */
export function firstVisits(person: Person, friend: string): Visit[] {
  return [
    { path: '/', sign: 'button:text-is("Login")' },
    { path: '/login', sign: 'button:text-is("Login")' },
    { path: '/signup', sign: 'button:text-is("Sign Up")' },
    { path: '/join', sign: 'main h1' },
    { path: '/a', sign: 'main h1' },
    { path: '/forgot-password', sign: 'main h1' },
    { path: '/new-password', sign: 'main h1' },
    { path: '/confirm-email', sign: 'main h1' },
    { path: '/message', sign: 'button:text-is("Send Message")' },
    { path: '/mood', sign: 'button:text-is("Share my mood")', person },
    { path: '/status', sign: 'button:text-is("Share my mood")', person },
    { path: '/cares', sign: 'main a[href^="/chat/"]', person },
    { path: '/circles', sign: 'main a[href^="/chat/"]', person },
    { path: '/connect', sign: 'main button:text-is("Search")', person },
    { path: '/settings', sign: 'main h1:text-is("Settings")', person },
    { path: '/history', sign: 'main h1:text-is("Your moods")', person },
    { path: `/chat/${friend}`, sign: '[role=log] p', person },
  ];
}
