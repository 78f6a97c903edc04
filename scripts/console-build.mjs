import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './install.mjs';
import { showProgress } from './progress.mjs';

const web = join(root, 'apps', 'web');
const stamp = join(web, 'dist', '.built-from');

/**
 * Builds the console into apps/web/dist, unless what lies there was made from these sources.
 * @param {string} node
 * @returns {Promise<boolean>} whether there is a console now
 */
export async function buildConsole(node) {
  const sources = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return true;
  const done = showProgress('Building the console');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = spawn(node, [vite, 'build', web, '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let output = '';
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    build.once('error', (error) => resolve(error.message));
    build.once('close', (exitCode, signal) => resolve(signal ?? exitCode));
  });
  done(code === 0 ? 'done' : 'failed');
  if (code !== 0) {
    console.error(`${output}\nThe console could not be built (${code}).`);
    return false;
  }
  writeFileSync(stamp, sources);
  return true;
}

/** Of everything that the build reads: the console, our packages that it uses (theirs too), and the locked versions. */
function hashOfSources() {
  const hash = createHash('sha256');
  const files = [join(root, 'package-lock.json'), ...[web, ...ourPackagesOf(web)].flatMap(filesIn)].sort();
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
function ourPackagesOf(folder, found = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (!name.startsWith('@alo/')) continue;
    const dependency = join(root, 'packages', name.slice('@alo/'.length));
    if (found.has(dependency)) continue;
    found.add(dependency);
    ourPackagesOf(dependency, found);
  }
  return found;
}

const notSources = new Set(['node_modules', 'dist']);

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notSources.has(entry.name) ? [] : filesIn(path);
    return /\.(test|gen)\.tsx?$/.test(entry.name) ? [] : [path];
  });
}
