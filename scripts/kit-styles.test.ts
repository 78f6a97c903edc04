import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../packages/ui/src');
const core = dirname(fileURLToPath(import.meta.resolve('@mantine/core')));

/** Relative imports of a module of the kit. */
async function importsOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/(?:from|import) "(\.[^"]+\.mjs)"/g)].map(([, path = '']) => join(dirname(file), path));
}

/** Where the kit's entry takes each of its parts from. */
async function partsOf(entry: string): Promise<Map<string, string>> {
  const text = await readFile(entry, 'utf8');
  return new Map(
    [...text.matchAll(/import \{ ([^}]+) \} from "(\.[^"]+)"/g)].flatMap(([, names = '', path = '']) =>
      names.split(', ').map((name) => [name, join(dirname(entry), path)] as const),
    ),
  );
}

/** The names that our sources import from the kit, types aside. */
async function usedParts(): Promise<Set<string>> {
  const files = (await readdir(sources, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(sources, file), 'utf8')));
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().split(' as ')[0] ?? ''])),
      ),
    ),
  );
}

test('every part of the kit that is used, and all that it is made of, has its styles in mantine.css', async () => {
  const parts = await partsOf(join(core, 'index.mjs'));
  const used = [...(await usedParts())].filter((name) => /^[A-Z]/.test(name));
  expect(used).toContain('Select');

  const seen = new Set<string>();
  const open = used.flatMap((name) => parts.get(name) ?? []);
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...(await importsOf(file)));
  }
  const needed = [...seen].flatMap((file) => /\/([A-Za-z]+)\.module\.mjs$/.exec(file)?.[1] ?? []).toSorted();
  const given = await readFile(join(sources, 'theme/mantine.css'), 'utf8');
  expect(needed.length).toBeGreaterThan(5);
  expect(needed.filter((name) => !given.includes(`/${name}.layer.css`))).toEqual([]);
});
