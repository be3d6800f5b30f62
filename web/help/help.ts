/**
 * The script of /help, which works without it as well: puts the browser's country first, leaves quickly, keeps a chosen language
 * with the account, and the page for times without a connection. In place of a page that could not be reached it goes on to that page when the server answers again.
 */
import * as t from '#language';

const ESC_TWICE_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 10_000;
const KEEP_WITHIN_MS = 3_000;

const leave = document.querySelector<HTMLAnchorElement>('#leave');
let escapedAt = 0;

/** Replaces this page, so that 'back' does not lead here. */
function leaveQuickly(event: Event) {
  event.preventDefault();
  if (leave) window.location.replace(leave.href);
}

leave?.addEventListener('click', leaveQuickly);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  if (event.timeStamp - escapedAt < ESC_TWICE_WITHIN_MS) leaveQuickly(event);
  escapedAt = event.timeStamp;
});

const region = navigator.languages.map((language) => new Intl.Locale(language).region).find(Boolean);
const section = document.querySelector<HTMLDetailsElement>(`#country-${region}`);
const nearest = document.querySelector('#nearest');
if (section && nearest && section.parentElement !== nearest) {
  for (const other of nearest.querySelectorAll('details')) other.open = false;
  section.open = true;
  nearest.prepend(section);
}

/** Stores the language in the account of somebody who is signed in. Without an answer, the browser alone keeps it. */
async function keepWithAccount(language: string) {
  const signal = AbortSignal.timeout(KEEP_WITHIN_MS);
  const session = await (await fetch('/api/identity/get-session', { signal })).json();
  if (!session) return;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ language });
  await fetch(`/api/users/${session.user.id}/settings`, { method: 'PATCH', headers, body, signal });
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
  link.addEventListener('click', (event) => {
    // With these keys the browser opens a tab or a window, or saves.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const follow = () => window.location.replace(link.href);
    keepWithAccount(link.hreflang).then(follow, follow);
  });
}

navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch((error) => {
  console.info('The page could not be kept for times without a connection.', error);
});

const offline = document.querySelector('.offline');
let isUsed = false;
let looking: ReturnType<typeof setInterval> | undefined;

/** Goes on to the page; somebody who is using this one, to call a helpline, chooses the moment. */
async function goOn() {
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok || !offline) return;
  clearInterval(looking);
  window.removeEventListener('online', goOn);
  if (!isUsed) return window.location.reload();
  offline.querySelector('strong')!.textContent = t.youAreBackOnline;
  offline.querySelector('span')!.textContent = t.goesOnWhereYouWere;
  offline.querySelector('a')!.textContent = t.goOn;
}

// At its own address it is what was asked for.
if (offline && window.location.pathname !== '/offline.html') {
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    window.addEventListener(type, () => {
      isUsed = true;
    });
  window.addEventListener('online', goOn);
  looking = setInterval(goOn, LOOK_EVERY_MS);
}
