import type { Plugin } from 'vite';

/**
 * Lists the code of all screens in the page, in a template that does nothing by itself: `web/frame/fetch-ahead.ts` puts
 * it to use when the first screen is there. By links and not by imports, because an import that failed once may stay
 * failed.
 */
export function prefetchScreens(): Plugin {
  return {
    name: 'prefetch-screens',
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
              attrs: { rel: 'prefetch', href: `/${fileName}`, as: 'script', crossorigin: true },
            })),
          injectTo: 'body',
        },
      ],
    },
  };
}
