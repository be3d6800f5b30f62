import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './bin/precompress.ts';
import { preloadScreens } from './bin/preload-screens.ts';
import { shortImportHelper } from './bin/short-import-helper.ts';

const SERVER = 'http://127.0.0.1:3000';
const OURS = `${import.meta.dirname}/web/`;

export default defineConfig(({ command }) => ({
  root: 'web',
  // React's developer tools look at the app while it is developed; nobody else loads what they need.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  plugins: [
    react(),
    tailwindcss(),
    unusedRouterParts(),
    unusedQueryParts(),
    shortImportHelper(),
    preloadScreens(),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long our own plugins take is no news to whoever starts the app.
      checks: { pluginTimings: false },
      // Our modules only define things, main.tsx alone acts: what only a lazy screen uses stays in that screen's chunk.
      treeshake: { moduleSideEffects: (id) => !id.startsWith(OURS) || id === `${OURS}main.tsx` },
      // What every screen needs in one chunk, what comes after every first screen of somebody signed in in a second, and what
      // some screens share in a third: few files compress better, and come sooner. Libraries that one screen needs come with it.
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'] },
            { name: 'sync-chats', test: /sync-chats\.tsx$/ },
            { name: 'shared', minShareCount: 3 },
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

/**
 * The router makes its components by calls that the bundler must take for effects, so an app that uses none of its Form,
 * NavLink and prefetching Link would load them all the same: 5 KB on every screen. Marked as pure, what is unused falls away.
 */
function unusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\/lib\// },
      handler: (code) =>
        code
          .replace(/= (React\$1\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
          .replace(/^\w+\.displayName = .*;$/gm, ''),
    },
  };
}

/** The query client is given a cache of mutations that holds none: without the one it would make, every screen loads 1 KB less. */
function unusedQueryParts(): Plugin {
  const MADE = ' || new MutationCache()';
  return {
    name: 'unused-query-parts',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/@tanstack\/query-core\/build\/modern\/queryClient\.js/ },
      handler(code) {
        if (!code.includes(MADE)) this.error(`${MADE} is not there any more: look at it again, or remove this plugin.`);
        return code.replace(MADE, '');
      },
    },
  };
}
