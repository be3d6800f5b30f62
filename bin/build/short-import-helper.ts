import type { Plugin } from 'vite';

/**
 * Vite plugin: replaces Vite's helper around lazy imports, which also loads style sheets and reports errors, by one that only
 * loads a chunk's imports together with the chunk. We have one style sheet, and `web/load-chunk.ts` for errors. Saves 0.5 KB
 * on every screen. Of a lazy chunk that another lazy chunk imports, Vite lists the page's style sheet, too: it is there already.
 * The build fails when Vite has no such helper any more, or when a chunk has styles of its own.
 */
export function shortImportHelper(): Plugin {
  let isReplaced = false;
  return {
    name: 'short-import-helper',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => {
        isReplaced = true;
        return HELPER;
      },
    },
    generateBundle: (_options, bundle) => {
      if (!isReplaced) throw new Error('Vite no longer loads vite/preload-helper.js: adapt or remove this plugin.');
      const styles = Object.keys(bundle).filter((fileName) => fileName.endsWith('.css'));
      if (styles.length > 1) throw new Error(`No chunk may have styles of its own: ${styles.join(', ')}`);
    },
  };
}

const HELPER = `
export function __vitePreload(load, files = []) {
  for (const file of files) {
    if (file.endsWith('.css')) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: '/' + file }));
  }
  return load();
}`;
