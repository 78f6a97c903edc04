import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ours = join(import.meta.dirname, '../packages/ui/src');
const kit = join(dirname(createRequire(ours).resolve('@mantine/core/styles.css')), 'esm');

test('every part of the kit that a part of ours is made of has its styles in the page', () => {
  const styled = stylesBehind(partsInUse());
  // A reader that finds nothing would be content with anything.
  expect(styled).toContain('Modal');
  const list = readFileSync(join(ours, 'theme/mantine.css'), 'utf8');
  expect(styled.filter((name) => !list.includes(`/${name}.layer.css"`))).toEqual([]);
});

/** Names that files of ours import from the kit, types aside. */
function partsInUse(): string[] {
  const texts = readdirSync(ours, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(ours, name), 'utf8'));
  return texts
    .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(' ')[0] ?? '')
    .filter((name) => /^[A-Z]/.test(name));
}

/** The parts with style sheets of their own that these are made of, themselves among them. */
function stylesBehind(parts: readonly string[]): string[] {
  const files = new Set(parts.map((name) => join(kit, 'components', name, `${name}.mjs`)).filter(isFile));
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
      files.add(resolve(dirname(file), path));
    }
  }
  return [...files].flatMap((file) => /([^/]+)\.module\.mjs$/.exec(file)?.[1] ?? []).toSorted();
}

function isFile(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    // The kit calls it otherwise: no part with a folder of its own (a provider, a hook).
    return false;
  }
}
