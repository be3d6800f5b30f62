import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { screensOfRoutes } from './screens-of-routes.ts';

const LIST = 'pages/routes.json';

/**
 * Vite plugin: writes a page for each screen, and their list for `server/app/screen-pages.ts`. A page is index.html with
 * `modulepreload` links for its screen. A template in it lists the code of all screens for `web/frame/prefetch-screens.ts`.
 */
export function screenPages(): Plugin {
  let web = '';
  return {
    name: 'screen-pages',
    apply: 'build',
    configResolved({ root }) {
      web = root;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        {
          tag: 'template',
          attrs: {
            id: 'code',
            'data-files': Object.values(bundle)
              .filter((file) => file.type === 'chunk' && !file.isEntry)
              .map(({ fileName }) => `/${fileName}`)
              .join(' '),
          },
          injectTo: 'body',
        },
      ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no index.html');
        const pages = new Map<string, string>();
        const pageFor = (module: string) => {
          const fileName = `pages/${basename(module, '.tsx')}.html`;
          if (!pages.has(fileName)) pages.set(fileName, withLinks(String(page.source), bundle, join(web, module)));
          return fileName;
        };
        const routes = screensOfRoutes(readFileSync(join(web, 'routes.tsx'), 'utf8')).map(
          ({ path, signedIn, signedOut }) => ({ path, signedIn: pageFor(signedIn), signedOut: pageFor(signedOut) }),
        );
        for (const [fileName, source] of pages) this.emitFile({ type: 'asset', fileName, source });
        this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(routes) });
      },
    },
  };
}

/** Adds links for the static imports of a module that the entry script does not have. */
function withLinks(page: string, bundle: Rolldown.OutputBundle, module: string): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (!entry || !chunk) throw new Error(`The build has no chunk with ${module}`);
  const files = staticImports(bundle, chunk).difference(staticImports(bundle, entry));
  const links = [...files].map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
  return page.replace('  </head>', () => `${links.join('')}  </head>`);
}

/** The file names of a chunk and of all its static imports. */
function staticImports(bundle: Rolldown.OutputBundle, { fileName }: Rolldown.OutputChunk): Set<string> {
  const found = new Set([fileName]);
  for (const name of found) {
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') for (const file of chunk.imports) found.add(file);
  }
  return found;
}
