import { join } from 'node:path';
import type { Plugin, ResolveModulePreloadDependenciesFn } from 'vite';

/** Has `steadyImport` wherever the build would put its own way to fetch what an `import()` needs. */
export const steadyImports = (): Plugin => ({
  name: 'steady-imports',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => ({
      code: `export { steadyImport as __vitePreload } from ${JSON.stringify(join(import.meta.dirname, 'src/steady-import.ts'))};`,
      map: null,
    }),
  },
});

/** The build leaves out a part that needs nothing beside itself. */
export const withItself: ResolveModulePreloadDependenciesFn = (file, needed, { hostType }) =>
  hostType === 'html' || needed.includes(file) ? needed : [file, ...needed];
