import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { showProgress } from './progress.mjs';

/** The root of the checkout. */
export const root = join(import.meta.dirname, '..');

const neededNode = [20, 19];
const neededNpm = [9, 0];
const pinnedNode = 24;

/**
 * Makes the checkout ready to run: installs the locked packages unless they are there, and answers with the path of the
 * Node.js that everything runs under. Ends the process with a sentence where that cannot be.
 * @returns {Promise<string>}
 */
export async function ready() {
  checkVersions();
  if (!isInstalled()) await install();
  return nodeToUse();
}

function checkVersions() {
  if (!atLeast(process.versions.node, neededNode)) {
    stop(`Alô needs Node.js ${neededNode.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).`);
  }
  const npm = /npm\/(\S+)/.exec(process.env['npm_config_user_agent'] ?? '')?.[1];
  if (npm !== undefined && !atLeast(npm, neededNpm)) stop(`Alô needs npm ${neededNpm[0]} or newer; this is ${npm}.`);
}

/**
 * @param {string} version
 * @param {readonly number[]} needed major and minor
 */
function atLeast(version, [major = 0, minor = 0]) {
  const [x = 0, y = 0] = version.split('.').map(Number);
  return x > major || (x === major && y >= minor);
}

/**
 * npm writes down what it installed when it has finished. That is current when it has the version and the checksum of every
 * package in our lock; packages for other machines may be missing.
 */
function isInstalled() {
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity && found.resolved === entry.resolved;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean }} LockEntry
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function lockedPackages(file) {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

async function install() {
  const paths = Object.entries(lockedPackages(join(root, 'package-lock.json')))
    .filter(([path, { link, optional }]) => path.includes('node_modules/') && link !== true && optional !== true)
    .map(([path]) => join(root, path, 'package.json'));
  const done = showProgress('Installing the packages', () => {
    const there = paths.filter((path) => existsSync(path)).length;
    return `${there} of ${paths.length}`;
  });
  // The npm that runs us, under the Node.js that runs it: ours may be one of the packages that are replaced.
  const { npm_execpath: npmProgram, npm_node_execpath: npmNode } = process.env;
  const [program, first] =
    npmProgram?.endsWith('.js') === true ? [npmNode ?? process.execPath, [npmProgram]] : ['npm', []];
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false', '--ignore-scripts=false'];
  const npm = spawn(program, [...first, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => {
    npm.once('error', (error) => resolve(error.message));
    npm.once('exit', (exitCode, signal) => resolve(signal ?? exitCode));
  });
  done(code === 0 ? 'done' : 'failed');
  if (code !== 0) stop(`npm could not install the packages (npm ci: ${code}). Its message stands above.`);
}

function nodeToUse() {
  const bundled = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  for (const node of [bundled, process.execPath]) {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    if (stdout && atLeast(stdout.slice(1), [pinnedNode])) return node;
  }
  return stop(
    `Alô runs under Node.js ${pinnedNode}; none came with the packages for ${process.platform}-${process.arch}.`,
  );
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
