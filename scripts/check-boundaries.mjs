/**
 * Who imports whom, and first: whether the guard bites. It once read no file of ours, found nothing and was content, because
 * the TypeScript in use was too new for it. So each run plants a violation of every rule in a copy and expects to see it.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { violations } from './boundary-violations.mjs';

const root = join(import.meta.dirname, '..');
const configuration = '.dependency-cruiser.cjs';
/** @type {{ forbidden: { name: string }[] }} */
const { forbidden } = createRequire(import.meta.url)(join(root, configuration));

const copy = mkdtempSync(join(tmpdir(), 'alo-boundaries-'));
try {
  copySources();
  for (const files of Object.values(violations)) plant(files);
  const [ours, planted] = await Promise.all([cruise(root), cruise(copy)]);
  process.exitCode = judge(ours, planted) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}

/** The workspaces, with links to the installed libraries and to the copy's own packages. */
function copySources() {
  const leaveOut = new Set(['node_modules', 'dist']);
  for (const folder of ['packages', 'apps']) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !leaveOut.has(basename(path)),
    });
  }
  for (const file of [configuration, 'package.json']) cpSync(join(root, file), join(copy, file));
  const libraries = join(copy, 'node_modules');
  mkdirSync(join(libraries, '@alo'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@alo') symlinkSync(join(root, 'node_modules', name), join(libraries, name));
  }
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(libraries, '@alo', name));
  }
}

/** @param {Record<string, string>} files */
function plant(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
}

/**
 * @typedef {{ from: string, to: string, rule: { name: string }, cycle?: { name: string }[] }} Violation
 * @typedef {{ violations: Violation[], totalCruised: number, totalDependenciesCruised: number }} Summary
 * @param {string} folder
 * @returns {Promise<Summary>}
 */
async function cruise(folder) {
  const program = join(root, 'node_modules', '.bin', 'depcruise');
  const args = [program, '--config', configuration, '--output-type', 'json', 'packages', 'apps'];
  const output = await new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (stdout === '') reject(error ?? new Error(stderr));
      else resolve(stdout);
    });
  });
  return JSON.parse(output).summary;
}

/**
 * @param {Summary} ours
 * @param {Summary} planted
 */
function judge(ours, planted) {
  const names = [...new Set(forbidden.map(({ name }) => name))];
  const toothless = names.filter((name) => !isCaught(name, planted));
  for (const name of toothless) console.error(`The rule ${name} does not catch the violation planted for it.`);
  for (const { from, to, rule, cycle } of ours.violations) {
    console.error(`${rule.name}: ${from} → ${cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ')}`);
  }
  const { totalCruised, totalDependenciesCruised } = ours;
  if (toothless.length > 0 || ours.violations.length > 0) return false;
  console.log(`${totalCruised} files, ${totalDependenciesCruised} imports, ${names.length} rules, each seen to bite`);
  return true;
}

/**
 * @param {string} name
 * @param {Summary} planted
 */
function isCaught(name, planted) {
  const files = Object.keys(violations[name] ?? {});
  return planted.violations.some(({ rule, from }) => rule.name === name && files.includes(from));
}
