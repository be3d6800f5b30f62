import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fixedAddressScripts } from './bin/build/fixed-address-scripts.ts';
import { helpPage } from './bin/build/help-page.ts';
import { type DependencyPatch, patchDependencies } from './bin/build/patch-dependencies.ts';
import { precompress } from './bin/build/precompress.ts';
import { preloadScreens } from './bin/build/preload-screens.ts';
import { screenPages } from './bin/build/screen-pages.ts';
import { shortImportHelper } from './bin/build/short-import-helper.ts';

const SHARE_MOOD = /features\/moods\/(waiting\/|reach-words)/;
/** The code of forms, and of the screens without a session. */
const FORMS = /web\/(ui\/forms|features\/identity|use-installation)|invites\/pending-invite/;
/** Lists wait for the asks of friends; a chat follows them late. */
const ASKS = /\/web\/features\/asks\//;
const SERVER = 'http://127.0.0.1:3000';
const OURS = `${import.meta.dirname}/web/`;

/**
 * The router creates components and contexts by calls, and names them by assignments. Both count as side effects, so the
 * bundler would keep its unused Form, NavLink and Link: 4 KB on every screen. Marked as pure, the unused ones are removed.
 */
const PURE_CALLS: [RegExp, string] = [/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'];
const NO_DISPLAY_NAMES: [RegExp, string] = [/^\w+\.displayName = .*;$/gm, ''];
const ROUTER = 'react-router/dist/production/lib';

/**
 * The app has a `BrowserRouter` and no data router, so these branches never run. Without them the error boundary, the redirects and
 * the loaders of data routers are unused, and are removed: 2.1 KB on every screen.
 */
const NO_DATA_ROUTER: DependencyPatch['replace'] = [
  ['React$1.useContext(IsDataRouteContext) ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()'],
  [/if \(dataRouterOpts\) if [\s\S]*?else (?=matches = matchRoutes\()/, ''],
  [
    /let dataRouterState = dataRouterOpts\?\.state;[\s\S]*?(?=return renderedMatches\.reduceRight)/,
    'if (matches == null) return null;\nlet renderedMatches = matches;\n',
  ],
  [/let error;\s+let shouldRenderHydrateFallback[\s\S]*?(?=let matches = parentMatches\.concat)/, ''],
  [
    /if \(error\) children = errorElement;\s+else if \(shouldRenderHydrateFallback\) .*;\s+else (?=if \(match\.route\.Component\))/,
    '',
  ],
  ['isDataRoute: dataRouterState != null', 'isDataRoute: false'],
  [/return dataRouterState && \(match\.route\.ErrorBoundary [\s\S]*?\}\) : (?=getChildren\(\);)/, 'return '],
];

const PATCHES: DependencyPatch[] = [
  { file: `${ROUTER}/dom/lib.js`, replace: [PURE_CALLS, NO_DISPLAY_NAMES] },
  { file: `${ROUTER}/dom/ssr/components.js`, replace: [PURE_CALLS, NO_DISPLAY_NAMES] },
  { file: `${ROUTER}/context.js`, replace: [PURE_CALLS, NO_DISPLAY_NAMES] },
  { file: `${ROUTER}/components.js`, replace: [PURE_CALLS] },
  { file: `${ROUTER}/hooks.js`, replace: NO_DATA_ROUTER },
  // `web/frame/query-client.ts` passes a cache of mutations that holds none; the library's own would add 1.1 KB.
  {
    file: '@tanstack/query-core/build/modern/queryClient.js',
    replace: [[' || new MutationCache()', '']],
  },
  // The app has no queries that suspend or throw while rendering: 0.5 KB.
  {
    file: '@tanstack/react-query/build/modern/useBaseQuery.js',
    replace: [
      ['const errorResetBoundary = useQueryErrorResetBoundary();', ''],
      [/ensureSuspenseTimers\(defaultedOptions\);[\s\S]*?useClearResetErrorBoundary\(errorResetBoundary\);/, ''],
      [/if \(shouldSuspend\([\s\S]*?throw result\.error;/, ''],
    ],
  },
  {
    file: '@tanstack/query-core/build/modern/queryObserver.js',
    replace: [[/\tfetchOptimistic\(options\) \{[\s\S]*?\n\t\}\n/, '']],
  },
  // The app has no infinite queries: 0.6 KB.
  {
    file: '@tanstack/query-core/build/modern/query.js',
    replace: [
      [
        'this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior',
        'this.options.behavior',
      ],
    ],
  },
];

export default defineConfig(({ command }) => ({
  root: 'web',
  // Removes React's hook for its developer tools from the built app: 0.4 KB.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  plugins: [
    react(),
    tailwindcss(),
    patchDependencies(PATCHES),
    shortImportHelper(),
    preloadScreens(),
    screenPages(),
    helpPage(),
    fixedAddressScripts(),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Hides the timings of our plugins, which would be printed at every start of the app.
      checks: { pluginTimings: false },
      // Our modules have no side effects, except main.tsx. So the code that only one lazy screen uses stays in its chunk.
      treeshake: { moduleSideEffects: (id) => !id.startsWith(OURS) || id === `${OURS}main.tsx` },
      // Few chunks compress better and arrive sooner than many: one for the code of every screen, one for sharing a mood, which
      // the mood screens and a notice on all others need, one for the code that three or more screens share, one for what three
      // or more forms share, and one for following the asks, which a chat does late.
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 3 },
            {
              name: 'shared',
              minShareCount: 3,
              test: (id) => ![SHARE_MOOD, FORMS, ASKS].some((apart) => apart.test(id)),
              priority: 2,
            },
            { name: 'forms', minShareCount: 3, test: FORMS, priority: 1 },
            { name: 'asks', minShareCount: 3, test: ASKS, priority: 1 },
            { name: 'share-mood', test: SHARE_MOOD },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: SERVER, ws: true } },
  },
}));
