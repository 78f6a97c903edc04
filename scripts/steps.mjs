import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { root } from './install.mjs';
import { showProgress } from './progress.mjs';

/** @typedef {{ title: string, passed: number, failed: number, skipped: number, failures?: readonly string[] }} Result */

const tool = (/** @type {string} */ name) => join('node_modules', '.bin', name);

/** Each checker works out the types of libraries for itself: more of them than cores cost more than they bring. */
const types = [tool('tsc'), '--checkers', '2', '-p'];

/** What is looked at without running the product; tables are migrated in a database that is thrown away. Each is one program that prints what is wrong and ends with 1. */
const checks = [
  { title: 'types', args: [...types, 'tsconfig.json'] },
  { title: 'types of the console', args: [...types, 'apps/web/tsconfig.json'] },
  { title: 'types of the stories', args: [...types, 'tests/e2e/tsconfig.json'] },
  { title: 'types of the scripts', args: [...types, 'scripts/tsconfig.json'] },
  { title: 'types of the tables', args: [tool('vitest'), 'run', 'apps/server/src/db/tables.test.ts'] },
  { title: 'lint', args: [tool('oxlint'), '--type-aware', '--deny-warnings'] },
  { title: 'format', args: [tool('biome'), 'check', '.'] },
  { title: 'import rules', args: ['scripts/check-boundaries.mjs'] },
  { title: 'unused code', args: [tool('knip')] },
  { title: 'lock', args: ['scripts/check-lock.mjs'] },
  { title: 'scales of style', args: ['scripts/check-styles.mjs'] },
  { title: 'class names', args: ['scripts/check-class-names.mjs'] },
  { title: 'nothing private', args: ['scripts/check-private.mjs'] },
  { title: 'documentation', args: ['scripts/check-docs.mjs'] },
];

/**
 * @param {string} node
 * @returns {Promise<Result>}
 */
export async function runChecks(node) {
  const result = { title: 'checks', passed: 0, failed: 0, skipped: 0, failures: /** @type {string[]} */ ([]) };
  for (const { title, args } of checks) {
    const done = showProgress(title);
    const { code, output } = await capture(node, args);
    done(code === 0 ? 'ok' : 'failed');
    if (code !== 0) result.failures.push(`${title}\n${output}`);
    result[code === 0 ? 'passed' : 'failed'] += 1;
  }
  return result;
}

/**
 * Runs vitest and counts what it reports.
 * @param {string} node
 * @param {string} title
 * @param {readonly string[]} [args]
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Result>}
 */
export async function runVitest(node, title, args = [], env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'alo-report-'));
  const report = join(folder, 'report.json');
  try {
    console.log(`\n${title}`);
    const outside = join(folder, 'outside-tests.json');
    const reporters = ['default', 'json', join(root, 'scripts', 'outside-tests.mjs')].map(
      (reporter) => `--reporter=${reporter}`,
    );
    const child = spawn(node, [tool('vitest'), 'run', ...args, ...reporters, `--outputFile.json=${report}`], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environment(), ...env, ALO_OUTSIDE_TESTS: outside },
    });
    const code = await ended(child);
    return count(title, code, report, outside);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} title
 * @param {number | string | null} code
 * @param {string} report
 * @param {string} outside what failed outside every test
 * @returns {Result}
 */
function count(title, code, report, outside) {
  if (!existsSync(report)) return { title, passed: 0, failed: 1, skipped: 0 };
  const told = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot be loaded, or an error outside a test, fails the run without a failed test.
  const failed = told.numFailedTests === 0 && code !== 0 ? 1 : told.numFailedTests;
  const skipped = told.numPendingTests + told.numTodoTests;
  const others = existsSync(outside) ? JSON.parse(readFileSync(outside, 'utf8')) : [];
  return { title, passed: told.numPassedTests, failed, skipped, failures: [...failures(told), ...others] };
}

/**
 * What failed and why, to be repeated at the very end: of a long log often nothing but the end is kept.
 * @param {{ testResults: readonly { name: string, status: string, message: string, assertionResults: readonly { fullName: string, status: string, failureMessages: readonly string[] }[] }[] }} told
 * @returns {string[]}
 */
function failures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [`${file}\n${message}`] : [];
    return tests.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`);
  });
}

/**
 * Prints the sum, and ends the process with 1 unless everything passed.
 * @param {readonly Result[]} results
 */
export function sumUp(results) {
  for (const failure of results.flatMap((result) => result.failures ?? [])) console.log(`\n✗ ${failure}`);
  console.log('');
  for (const { title, passed, failed, skipped } of results) {
    console.log(`${title}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} left out` : ''}`);
  }
  const sum = (/** @type {'passed' | 'failed'} */ key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

/**
 * @param {string} node
 * @param {readonly string[]} args
 */
async function capture(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { code: await ended(child), output };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number | string | null>} exit code, or the name of the signal, or what went wrong
 */
function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
}

/** Programs that are started by `node` get the pinned one. */
function environment() {
  return { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter) };
}
