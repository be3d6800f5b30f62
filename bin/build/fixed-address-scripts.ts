import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin, transformWithOxc } from 'vite';

/** The scripts with an address that never changes, by that address. Each is one file without imports. */
const SCRIPTS: Record<string, string> = { 'sw.js': 'service-worker.ts', 'help.js': 'help/help.ts' };

/** Vite plugin: writes the service worker and the script of /help to addresses without a hash. */
export function fixedAddressScripts(): Plugin {
  let web = '';
  return {
    name: 'fixed-address-scripts',
    configResolved({ root }) {
      web = root;
    },
    async generateBundle() {
      for (const [fileName, source] of Object.entries(SCRIPTS)) {
        const { code } = await minify(fileName, await compile(join(web, source)), { module: true });
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
    configureServer({ middlewares }) {
      // Not the worker: it belongs to the built app.
      middlewares.use('/help.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(await compile(join(web, 'help/help.ts')));
      });
    },
  };
}

/** @returns the file as JavaScript, without the marker that makes it a module: a worker is a classic script */
async function compile(file: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  if (/^import /m.test(code)) throw new Error(`${file} must import nothing: it is not bundled.`);
  return code.replace(/^export \{\};?$/m, '');
}
