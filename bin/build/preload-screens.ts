import type { Plugin } from 'vite';

/**
 * Vite plugin: lists the code of all screens in a template of the page. The template loads nothing by itself.
 * `web/frame/prefetch-screens.ts` uses the list when the first screen is there. The links are `modulepreload`, which loads and
 * parses but runs nothing: Firefox blocks `prefetch` because of `default-src 'none'`, and WebKit does not support it.
 */
export function preloadScreens(): Plugin {
  return {
    name: 'preload-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        {
          tag: 'template',
          attrs: { id: 'fetch-ahead' },
          children: Object.values(bundle)
            .filter((file) => file.type === 'chunk' && !file.isEntry)
            .map(({ fileName }) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', href: `/${fileName}`, crossorigin: true },
            })),
          injectTo: 'body',
        },
      ],
    },
  };
}
