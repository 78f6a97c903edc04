/**
 * `npm run mistakes`: plants each mistake of `mistakes/planted.mjs` in a copy of the checkout and runs the tests nearest to it, which must find
 * it. `npm run mistakes -- toast` tries those alone whose file or words hold `toast`. All of them take about five minutes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ready, root } from './install.mjs';
import { mistakes } from './mistakes/planted.mjs';
import { bringPrograms } from './story-programs.mjs';

const node = await ready({ tools: true });
const only = process.argv[2] ?? '';
const chosen = mistakes.filter(({ file, says }) => `${file} ${says}`.toLowerCase().includes(only.toLowerCase()));
const programs = chosen.some(({ components }) => components === true) ? await bringPrograms(['ALO_CHROMIUM']) : {};
const copy = copyOfCheckout();
/** @type {string[]} */
const unnoticed = [];
try {
  // Without a mistake they pass, or else they would find anything.
  for (const inBrowser of [false, true]) {
    const tests = testsOf(chosen.filter(({ components = false }) => components === inBrowser));
    if (!(await runTests(tests, { inBrowser, isShown: true }))) throw new Error('They fail without any mistake.');
  }
  for (const mistake of chosen) {
    const began = Date.now();
    const isFound = await finds(mistake);
    console.log(`${isFound ? '✓' : '✗'} ${mistake.says} (${Math.round((Date.now() - began) / 1_000)} s)`);
    if (!isFound) unnoticed.push(`${mistake.file}: ${mistake.says}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${chosen.length - unnoticed.length} of ${chosen.length} mistakes found`);
for (const one of unnoticed) console.log(`not found: ${one}`);
process.exitCode = chosen.length > 0 && unnoticed.length === 0 ? 0 : 1;

/** @param {readonly import('./mistakes/planted.mjs').Mistake[]} those */
function testsOf(those) {
  return [...new Set(those.flatMap(({ tests }) => tests))];
}

/**
 * @param {import('./mistakes/planted.mjs').Mistake} mistake
 * @returns {Promise<boolean>}
 */
async function finds({ file, text, becomes, tests, components }) {
  const path = join(copy, file);
  const right = readFileSync(path, 'utf8');
  if (right.split(text).length !== 2) throw new Error(`${file} does not hold this exactly once: ${text}`);
  writeFileSync(
    path,
    right.replace(text, () => becomes),
  );
  try {
    return !(await runTests(tests, { inBrowser: components === true, isShown: false }));
  } finally {
    writeFileSync(path, right);
  }
}

/**
 * @param {readonly string[]} tests
 * @param {{ inBrowser: boolean, isShown: boolean }} how
 * @returns {Promise<boolean>} whether all passed
 */
async function runTests(tests, { inBrowser, isShown }) {
  if (tests.length === 0) return true;
  const args = inBrowser ? ['--config', 'vitest.components.config.ts', '--testTimeout', '20000'] : [];
  const path = [join(copy, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(node, [join('node_modules', '.bin', 'vitest'), 'run', '--bail', '1', ...args, ...tests], {
    cwd: copy,
    stdio: isShown ? 'inherit' : 'ignore',
    env: { ...process.env, ...programs, PATH: path },
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}

/** Everything that git knows or would take, and the packages, as links where the disk allows. */
function copyOfCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'alo-mistakes-'));
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  for (const file of listed.stdout.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const installed = spawnSync('find', ['.', '-name', 'node_modules', '-prune'], { cwd: root, encoding: 'utf8' }).stdout;
  for (const place of installed.split('\n').filter((line) => line !== '')) {
    const target = join(folder, place);
    mkdirSync(dirname(target), { recursive: true });
    const linked = spawnSync('cp', ['-al', join(root, place), target]);
    if (linked.status !== 0) spawnSync('cp', ['-a', join(root, place), target]);
  }
  rmSync(join(folder, 'node_modules', '.cache'), { recursive: true, force: true });
  return folder;
}
