/**
 * The script of /help, which works without it as well: puts the browser's country first, leaves quickly, and keeps the page for
 * times without a connection.
 */
export {};

const ESC_TWICE_WITHIN_MS = 1_000;

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

navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch((error) => {
  console.info('The page could not be kept for times without a connection.', error);
});
