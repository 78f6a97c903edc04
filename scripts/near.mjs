/**
 * `npm run near`: the tests that a change touches, in about a minute. What is new since main, committed or not: the tests of the packages that
 * were changed and what imports the changed files; and where the contract or a table changed, the tests that are generated from them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ready, root } from './install.mjs';

/** Made from the contract and the catalogue of the database: each resource, endpoint and right has its own. */
const generated = [
  'every-resource',
  'every-import',
  'every-post',
  'strange-values',
  'rights-everywhere',
  'masked',
  'bulk',
];

const node = await ready({ tools: true });
const files = changedFiles();
if (files.length === 0) {
  console.log('Nothing has changed since main.');
} else {
  const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(join(root, file)));
  const wide = files.some((file) =>
    /^(packages\/contract\/src|apps\/server\/src\/(db|resource|features))\//.test(file),
  );
  const made = wide
    ? generated.map((name) => `apps/server/whole/${name}.test.ts`).filter((file) => existsSync(join(root, file)))
    : [];
  const packages = [...new Set(files.flatMap((file) => /^packages\/(?!contract|ui)[^/]+\/src/.exec(file)?.[0] ?? []))];
  console.log(`${files.length} files have changed${packages.length > 0 ? `; also ${packages.join(', ')}` : ''}`);
  const codes = [
    // What imports the contract is everything: its own change is tried by the generated tests.
    await vitest([
      'related',
      '--run',
      '--passWithNoTests',
      ...sources.filter((file) => !file.startsWith('packages/contract/')),
    ]),
    ...(packages.length + made.length > 0 ? [await vitest(['run', ...packages, ...made])] : []),
    ...(sources.some((file) => /^(packages\/ui|apps\/web)\//.test(file))
      ? [await vitest(['related', '--run', '--passWithNoTests', '--config', 'vitest.components.config.ts', ...sources])]
      : []),
  ];
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
}

/** Since main, those that are not committed and those that git does not know yet among them. */
function changedFiles() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const base = git('merge-base', 'HEAD', 'main') || 'HEAD';
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(lists.flatMap((list) => list.split('\n')).filter((file) => file !== ''))];
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
function vitest(args) {
  const path = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(node, [join('node_modules', '.bin', 'vitest'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}
