export interface RouteScreens {
  path: string;
  signedIn: string;
  signedOut: string;
}

const LAZY_SCREEN = /const (\w+) = lazy\(\(\) => screen\(\(\) => import\('([^']+)'\)\)\);/g;

/** The screens of each route in `web/routes.tsx`, except that of unknown addresses. @throws for another form */
export function screensOfRoutes(source: string): RouteScreens[] {
  const modules = new Map([...source.matchAll(LAZY_SCREEN)].map(([, name, module]) => [name, module!]));
  const [, ...routes] = source.split(/<Route\s/);
  return routes
    .map((route) => ({ path: /path="([^"]+)"/.exec(route)?.[1], shown: [...route.matchAll(/<(\w+)/g)] }))
    .map(({ path, shown }) => {
      const moduleOf = (place: number) => {
        const module = modules.get(shown[place]?.[1]);
        if (!path || !module) throw new Error(`The route ${path} in web/routes.tsx shows ${shown.join(', ')}`);
        return module;
      };
      const needsSession = shown[0]?.[1] === 'RequireSession';
      return { path: path!, signedOut: moduleOf(needsSession ? 1 : 0), signedIn: moduleOf(needsSession ? 2 : 0) };
    });
}
