import type { Plugin } from 'vite';

/**
 * Lists the code of all screens in the page, in a template that does nothing by itself: `web/frame/prefetch-screens.ts` puts
 * it to use when the first screen is there. By `modulepreload`, which loads and parses but runs nothing: Firefox holds
 * `prefetch` against `default-src 'none'`, and WebKit does not know it.
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
