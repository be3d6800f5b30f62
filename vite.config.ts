import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fixedAddressScripts } from './bin/build/fixed-address-scripts.ts';
import { helpPage } from './bin/build/help-page.ts';
import { precompress } from './bin/build/precompress.ts';
import { screenPages } from './bin/build/screen-pages.ts';

const SHARE_MOOD = /features\/moods\/(waiting\/|reach-words)/;
/** The code of forms, and of the screens without a session. */
const FORMS = /web\/(ui\/forms|features\/identity|use-(installation|answer))|invites\/(pending-invite|use-inviter)/;
/** Lists wait for the asks of friends; a chat follows them late. */
const ASKS = /\/web\/features\/asks\//;
/** What makes a chosen photo small: no screen needs it at first. */
const PHOTOS = /photos\/choosing|text\/base64|thumbhash/;
/** Code of several screens that a chat does not need at first. */
const NOT_IN_CHAT =
  /web\/(use-resource|ui\/(dialog|page\/page)\.|features\/(invites\/(invite-button|use-invite\.)|push\/lazy|moods\/ask-bar|circle\/(tel-of|check-in|rows\/unsent)))/;
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const OURS = `${import.meta.dirname}/web/`;

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), screenPages(), helpPage(), fixedAddressScripts(), precompress()],
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
      // the mood screens and a notice on all others need, one for the code that three or more screens share, one for that of
      // other screens than the chat, one for what three or more forms share, and one for following the asks, which a chat does late.
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 3 },
            {
              name: 'shared',
              minShareCount: 3,
              test: (id) => ![SHARE_MOOD, FORMS, ASKS, PHOTOS, NOT_IN_CHAT].some((apart) => apart.test(id)),
              priority: 2,
            },
            { name: 'screens', minShareCount: 3, test: NOT_IN_CHAT, priority: 2 },
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
});
