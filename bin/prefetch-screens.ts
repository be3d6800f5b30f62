import type { Plugin } from 'vite';

/**
 * Lets the browser fetch the code of all screens when it has nothing else to do, into its own cache: whoever loses the
 * connection can still go from screen to screen. By links and not by imports, because an import that failed once may
 * stay failed.
 */
export function prefetchScreens(): Plugin {
  return {
    name: 'prefetch-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && !file.isEntry)
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'prefetch', href: `/${fileName}`, as: 'script', crossorigin: true },
            injectTo: 'body' as const,
          })),
    },
  };
}
