export interface RouteScreens {
  path: string;
  signedIn: string;
  signedOut: string;
}

const LAZY_SCREEN = /const (\w+) = screen\(\(\) => import\('([^']+)'\)\);/g;

const ROUTE = /\bpath: '([^']+)',\s+title: t\.\w+,\s+(?:signedOut: <(\w+) \/>,\s+)?screen: <(\w+)/g;

/** The screens of each route in `web/routes.tsx`, except that of unknown addresses. @throws for another form */
export function screensOfRoutes(source: string): RouteScreens[] {
  const modules = new Map([...source.matchAll(LAZY_SCREEN)].map(([, name, module]) => [name, module!]));
  return [...source.matchAll(ROUTE)].map(([, path, signedOut, screen]) => {
    const moduleOf = (name: string | undefined) => {
      const module = modules.get(name);
      if (!module) throw new Error(`The route ${path} in web/routes.tsx shows ${name}`);
      return module;
    };
    return { path: path!, signedOut: moduleOf(signedOut ?? screen), signedIn: moduleOf(screen) };
  });
}
