import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { untrueDependencies } from './package-dependencies.mjs';

const isTest = (file: string): boolean => file.includes('.test.');

/** Workspaces of these files: what each package.json declares, and what sources import. */
function untrueOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'alo-packages-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return untrueDependencies(root, isTest);
}

const declared = (name: string, dependencies: readonly string[], devDependencies: readonly string[] = []): string => {
  const versions = (names: readonly string[]) => Object.fromEntries(names.map((one) => [`@alo/${one}`, '1.0.0']));
  const named = `@alo/${name}`;
  return JSON.stringify({
    name: named,
    dependencies: versions(dependencies),
    devDependencies: versions(devDependencies),
  });
};

test('a package declares what its product and its tests import of ours, and no more', () => {
  const right = {
    'packages/low/package.json': declared('low', []),
    'packages/low/src/index.ts': '',
    'packages/high/package.json': declared('high', ['low'], ['suite']),
    'packages/high/src/index.ts': "import { low } from '@alo/low';",
    'packages/high/src/high.test.ts': "import { suite } from '@alo/suite';",
    'packages/suite/package.json': declared('suite', ['low']),
    'packages/suite/src/all.test.ts': "import { low } from '@alo/low';",
  };
  expect(untrueOf(right)).toEqual([]);
  expect(untrueOf({ ...right, 'packages/high/package.json': declared('high', [], ['low']) })).toEqual([
    '@alo/high imports @alo/low, which is not among its dependencies',
    'a test of @alo/high imports @alo/suite, which it does not declare',
    'no test of @alo/high imports @alo/low, which is among its devDependencies',
  ]);
  expect(untrueOf({ ...right, 'packages/low/package.json': declared('low', ['calendar']) })).toEqual([
    '@alo/low depends on @alo/calendar and does not import it',
  ]);
});

test('packages that need each other are found, for their tests alone, too', () => {
  const untrue = untrueOf({
    'packages/one/package.json': declared('one', ['two']),
    'packages/one/src/index.ts': "export * from '@alo/two';",
    'packages/two/package.json': declared('two', [], ['one']),
    'packages/two/src/index.ts': '',
    'packages/two/src/two.test.ts': "import '@alo/one';",
  });
  expect(untrue).toEqual(['a circle of packages: @alo/one, @alo/two']);
});
