import { join } from 'node:path';

export type ReadFile = (path: string) => Promise<Buffer<ArrayBuffer> | null>;

interface ScreenRoute {
  path: string;
  signedIn: string;
  signedOut: string;
}

type FindPage = (address: string, isSignedIn: boolean) => Promise<string>;

/** Finds the page that names the code of the screen at an address: index.html for an unknown one. */
export function createPageFinder(built: string, readFile: ReadFile): FindPage {
  let content: Buffer | null = null;
  let routes: (ScreenRoute & { pattern: RegExp })[] = [];
  return async (address, isSignedIn) => {
    const current = await readFile(join(built, 'pages/routes.json'));
    if (current !== content) {
      content = current;
      const listed: ScreenRoute[] = current ? JSON.parse(current.toString()) : [];
      routes = listed.map((route) => ({ ...route, pattern: patternOf(route) }));
    }
    const route = routes.find(({ pattern }) => pattern.test(address));
    if (!route) return 'index.html';
    return isSignedIn ? route.signedIn : route.signedOut;
  };
}

/** As the router of the browser app: capital letters and a slash at the end make no difference. */
function patternOf({ path }: ScreenRoute): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i');
}
