import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

const root = join(import.meta.dirname, '../../../apps/web/specimen');

/** The page with every kind of field, built as the console is and served from a folder of its own. */
export async function openSpecimen(): Promise<{ address: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'alo-specimen-'));
  const config = { root, configFile: join(root, '../vite.config.ts'), logLevel: 'error' } as const;
  await build({ ...config, build: { outDir, emptyOutDir: true, assetsInlineLimit: 0 } });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: 'localhost' } });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('the specimen page is served nowhere');
  return {
    address: address.replace(/\/$/, ''),
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
