/**
 * Who imports whom, and first: whether the guard bites. It once read no file of ours, found nothing and was content, because
 * the TypeScript in use was too new for it. So each run plants a violation of every rule in a copy and expects to see it.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { violations } from './boundary-violations.mjs';
import { untrueDependencies } from './package-dependencies.mjs';

const root = join(import.meta.dirname, '..');
const configuration = '.dependency-cruiser.cjs';
/** @type {{ forbidden: { name: string, to: { path?: string | string[] } }[] }} */
const { forbidden } = createRequire(import.meta.url)(join(root, configuration));

/** @type {Record<string, (room: string) => string>} */
const floors = {
  'packages/call-core/src': (room) => `call-core-${room}-reads-below`,
  'packages/contract/src': (room) => `contract-${room}-reads-below`,
  'apps/server/src': (room) => `server-${room}-reads-below`,
};

const copy = mkdtempSync(join(tmpdir(), 'alo-boundaries-'));
try {
  copySources();
  for (const files of Object.values(violations)) plant(files);
  process.exitCode = judge(await cruise()) && areDeclared() && areOnFloors() ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}

/** The workspaces, with links to the installed libraries and to the copy's own packages. */
function copySources() {
  const leaveOut = new Set(['node_modules', 'dist']);
  for (const folder of ['packages', 'apps']) {
    const options = { recursive: true, filter: (/** @type {string} */ path) => !leaveOut.has(basename(path)) };
    cpSync(join(root, folder), join(copy, folder), options);
    makeReadable(join(copy, folder));
  }
  for (const file of [configuration, 'package.json']) cpSync(join(root, file), join(copy, file));
  const libraries = join(copy, 'node_modules');
  mkdirSync(join(libraries, '@alo'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@alo') symlinkSync(join(root, 'node_modules', name), join(libraries, name));
  }
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(libraries, '@alo', name));
    // What a package needs in a version of its own lies beside it.
    const own = join('packages', name, 'node_modules');
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(copy, own));
  }
}

/**
 * `using` is newer than dependency-cruiser's reader, which gives up at it. What it declares does not matter here.
 * @param {string} folder
 */
function makeReadable(folder) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const readable = text.replace(/\b(await )?using (?=\w+ = )/g, 'const ');
    if (readable !== text) writeFileSync(join(folder, file), readable);
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
 * @returns {Promise<Summary>}
 */
async function cruise() {
  const program = join(root, 'node_modules', '.bin', 'depcruise');
  const args = [program, '--config', configuration, '--output-type', 'json', 'packages', 'apps'];
  const output = await new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: copy, maxBuffer: 1 << 28 }, (_, stdout, stderr) => {
      // It ends with an error when it finds violations, which is what is wanted here; only a report counts.
      if (stdout === '') reject(new Error(`dependency-cruiser could not read the sources:\n${stderr}`));
      else resolve(stdout);
    });
  });
  return JSON.parse(output).summary;
}

/** @param {Summary} summary */
function judge({ violations: found, totalCruised, totalDependenciesCruised }) {
  const names = [...new Set(forbidden.map(({ name }) => name))];
  const toothless = names.filter((name) => !isCaught(name, found));
  for (const name of toothless) console.error(`The rule ${name} does not catch the violation planted for it.`);

  const planted = new Set(Object.values(violations).flatMap((files) => Object.keys(files)));
  const ours = found.filter(({ from }) => !planted.has(from));
  for (const { from, to, rule, cycle } of ours) {
    console.error(`${rule.name}: ${from} → ${cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ')}`);
  }
  if (toothless.length > 0 || ours.length > 0) return false;
  console.log(`${totalCruised} files, ${totalDependenciesCruised} imports, ${names.length} rules, each seen to bite`);
  return true;
}

/** Whether each package.json is true. */
function areDeclared() {
  const [tests = ''] = forbidden.find(({ name }) => name === 'no-tests-in-the-product')?.to.path ?? [];
  const untrue = untrueDependencies(root, (file) => new RegExp(tests).test(file));
  for (const one of untrue) console.error(one);
  return untrue.length === 0;
}

/** Whether each room of what has floors is on one. */
function areOnFloors() {
  const names = new Set(forbidden.map(({ name }) => name));
  let are = true;
  for (const [folder, called] of Object.entries(floors)) {
    for (const room of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (!room.isDirectory() || room.name === 'testing' || names.has(called(room.name))) continue;
      console.error(`${folder}/${room.name} is on no floor of .dependency-cruiser.cjs`);
      are = false;
    }
  }
  return are;
}

/**
 * @param {string} name
 * @param {readonly Violation[]} found
 */
function isCaught(name, found) {
  const files = Object.keys(violations[name] ?? {});
  return found.some(({ rule, from }) => rule.name === name && files.includes(from));
}
