import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { minify, type Plugin } from 'vite';

const shrink = { '.gz': promisify(gzip), '.br': promisify(brotliCompress) } as const;
/** Fonts are compressed already; below this many bytes it does not pay. */
const worthIt = (name: string, bytes: number) => /\.(js|css|svg)$/.test(name) && bytes > 1024;

/** The build copies what lies in `public` as it was written, with its comments. */
const early = 'early.js';

/** Writes each script and style sheet a second and third time, compressed once for all instead of for each visitor. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const script = join(folder, early);
      await writeFile(script, (await minify(early, await readFile(script, 'utf8'))).code);
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
