import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin, transformWithOxc } from 'vite';
import { putInScript } from './languages/language-plugin.ts';

/** The scripts with an address that never changes, by that address. Each is one file without imports. */
const SCRIPTS: Record<string, string> = { 'sw.js': 'service-worker.ts', 'help.js': 'help/help.ts' };

/** Vite plugin: writes the service worker and the script of /help to addresses without a hash. */
export function fixedAddressScripts(language: string): Plugin {
  let web = '';
  return {
    name: 'fixed-address-scripts',
    configResolved({ root }) {
      web = root;
    },
    async generateBundle() {
      for (const [fileName, source] of Object.entries(SCRIPTS)) {
        const { code } = await minify(fileName, await compile(join(web, source), language), { module: true });
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
    configureServer({ middlewares }) {
      // Not the worker: it belongs to the built app.
      middlewares.use('/help.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(await compile(join(web, 'help/help.ts'), language));
      });
    },
  };
}

/** @returns the file as JavaScript, without the marker that makes it a module: a worker is a classic script */
async function compile(file: string, language: string): Promise<string> {
  const { code } = await transformWithOxc(putInScript(readFileSync(file, 'utf8'), language), file);
  if (/^import /m.test(code)) throw new Error(`${file} must import nothing: it is not bundled.`);
  return code.replace(/^export \{\};?$/m, '');
}
