import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codePart } from './bin/build/code-parts.ts';
import { fixedAddressScripts } from './bin/build/fixed-address-scripts.ts';
import { helpPage } from './bin/build/help-page.ts';
import { language } from './bin/build/languages/language-plugin.ts';
import { precompress } from './bin/build/precompress.ts';
import { screenPages } from './bin/build/screen-pages.ts';

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const LANGUAGE = process.env.MOODRING_LANGUAGE ?? 'en';
const OURS = `${import.meta.dirname}/web/`;

export default defineConfig({
  root: 'web',
  plugins: [
    language(LANGUAGE),
    react(),
    tailwindcss(),
    screenPages(),
    helpPage(LANGUAGE),
    fixedAddressScripts(LANGUAGE),
    precompress(),
  ],
  build: {
    outDir: `../dist/web/${LANGUAGE}`,
    emptyOutDir: true,
    // The content security policy allows no data: images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Hides the timings of our plugins, which would be printed at every start of the app.
      checks: { pluginTimings: false },
      // Our modules have no side effects, except main.tsx. So the code that only one lazy screen uses stays in its chunk.
      treeshake: { moduleSideEffects: (id) => !id.startsWith(OURS) || id === `${OURS}main.tsx` },
      // Few files compress better and arrive sooner than many.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'frame', tags: ['$initial'], priority: 1 }, { name: codePart }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: SERVER, ws: true } },
  },
});
