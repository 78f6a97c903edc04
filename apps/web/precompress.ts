import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { minify, type Plugin } from 'vite';

const shrink = { '.gz': promisify(gzip), '.br': promisify(brotliCompress) } as const;
/** Fonts are compressed already; below this many bytes it does not pay. */
const worthIt = (name: string, bytes: number) => /\.(js|css|svg)$/.test(name) && bytes > 1024;

/**
 * Writes each script and style sheet a second and third time, compressed once for all instead of for each visitor. Scripts of
 * `public` come without their comments: the build copies them as they were written.
 */
export function precompress(): Plugin {
  let folder = '';
  let copied = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
      copied = config.publicDir;
    },
    async closeBundle() {
      for (const name of existsSync(copied) ? await readdir(copied) : []) {
        if (!name.endsWith('.js')) continue;
        const { code } = await minify(name, await readFile(join(copied, name), 'utf8'));
        await writeFile(join(folder, name), code);
      }
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        if (!worthIt(entry.name, bytes.length)) continue;
        for (const [ending, run] of Object.entries(shrink)) await writeFile(`${path}${ending}`, await run(bytes));
      }
    },
  };
}
