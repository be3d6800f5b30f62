import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

/** The files of code beside the first one, by the modules that load them. Later ones are for what opens on the screens. */
const PARTS: [name: string, entries: RegExp][] = [
  ['lists', /(chats|circle)-screen/],
  ['chat', /chat-screen/],
  ['mood', /mood-screen/],
  ['link', /link-screen/],
  ['entry', /(login|signup|forgot-password|new-password|confirm-email|join|message|logged-out)-screen/],
  ['account', /(settings|history|connect)-screen/],
  ['plan', /plan-screen/],
  ['check-in', /check-in-screen/],
  ['virtual-list', /virtual-list/],
  ['asks', /asks\/parts|check-in\/cards/],
  ['late', /late-parts|late-chat-parts|push\/push-card|account-items/],
  ['opened', /./],
];
const LATE = ['asks', 'late', 'opened'];

type Context = Rolldown.ChunkingContext;

/**
 * The file for a module's code: that of the one kind of screens which needs it, 'shared' for several, 'forms' when neither the chat
 * nor the lists are among them, and else that of the first late part.
 */
export function codePart(id: string, context: Context): string | undefined {
  const parts = new Set<string>();
  const users = new Set([id]);
  for (const user of users) {
    if ((context.getModuleInfo(user)?.dynamicImporters.length ?? 0) > 0)
      parts.add(PARTS.find(([, entries]) => entries.test(user))![0]);
    for (const next of usersOf(user, context)) users.add(next);
  }
  const late = LATE.find((part) => parts.has(part));
  for (const part of LATE) parts.delete(part);
  if (parts.size < 2) return [...parts][0] ?? late;
  return parts.has('chat') || parts.has('lists') ? 'shared' : 'forms';
}

/** The modules that use one. A feature's index.ts only passes names on: its importers that have one of them use the module. */
function usersOf(id: string, context: Context): string[] {
  return (context.getModuleInfo(id)?.importers ?? []).flatMap((importer) => {
    if (!importer.endsWith('/index.ts')) return importer;
    const names = [...codeOf(importer, context).matchAll(/export \{([^}]*)\} from ["']([^"']+)["']/g)]
      .filter(([, , from]) => join(dirname(importer), from!) === id)
      .flatMap(([, exported]) => exported!.match(/\w+/g) ?? []);
    return usersOf(importer, context).filter((user) => names.some((name) => codeOf(user, context).includes(name)));
  });
}

function codeOf(id: string, context: Context): string {
  return context.getModuleInfo(id)?.code ?? '';
}
