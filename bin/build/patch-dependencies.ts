import type { Plugin } from 'vite';

export interface DependencyPatch {
  /** The file's path in node_modules. */
  file: string;
  /** What to replace in it. Each pattern must occur. */
  replace: [pattern: RegExp | string, replacement: string][];
}

/** Vite plugin: changes files of dependencies while the app is built. The build fails when a patch no longer applies. */
export function patchDependencies(patches: DependencyPatch[]): Plugin {
  const unused = new Set(patches);
  return {
    name: 'patch-dependencies',
    apply: 'build',
    transform: {
      filter: { id: /node_modules/ },
      handler(code, id) {
        const patch = patches.find(({ file }) => id.endsWith(`/node_modules/${file}`));
        if (patch === undefined) return null;
        unused.delete(patch);
        return applyPatch(code, patch);
      },
    },
    buildEnd(error) {
      const [patch] = unused;
      if (error === undefined && patch !== undefined)
        throw new Error(outdated(patch, 'the build does not load this file'));
    },
  };
}

/** @throws when a pattern does not occur in the code */
function applyPatch(code: string, patch: DependencyPatch): string {
  return patch.replace.reduce((patched, [pattern, replacement]) => {
    if (!contains(patched, pattern)) throw new Error(outdated(patch, `it does not contain ${pattern}`));
    return patched.replace(pattern, replacement);
  }, code);
}

function outdated({ file }: DependencyPatch, reason: string): string {
  return `The patch of ${file} in vite.config.ts no longer applies: ${reason}. Adapt the patch, or remove it.`;
}

function contains(code: string, pattern: RegExp | string): boolean {
  return typeof pattern === 'string' ? code.includes(pattern) : code.search(pattern) !== -1;
}
