import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is untrue in the package.json files of the workspaces at `root`, about packages of ours: the product imports what is not a
 * dependency, a test what is not even a devDependency, or nothing imports what is declared; and packages that need each other in a circle,
 * for their tests or otherwise.
 * @param {string} root
 * @param {(file: string) => boolean} isTest
 * @returns {string[]}
 */
export function untrueDependencies(root, isTest) {
  const workspaces = globSync('{packages,apps}/*/package.json', { cwd: root }).map((path) =>
    workspaceAt(root, path, isTest),
  );
  const untrue = workspaces.flatMap(({ name, runs, tests, imported, tried }) => [
    ...missing(imported, runs).map((needed) => `${name} imports ${needed}, which is not among its dependencies`),
    ...missing(tried, [...runs, ...tests]).map(
      (needed) => `a test of ${name} imports ${needed}, which it does not declare`,
    ),
    ...missing(runs, imported).map((needed) => `${name} depends on ${needed} and does not import it`),
    ...missing(tests, tried).map(
      (needed) => `no test of ${name} imports ${needed}, which is among its devDependencies`,
    ),
  ]);
  return [...untrue, ...inCircles(new Map(workspaces.map(({ name, runs, tests }) => [name, [...runs, ...tests]])))];
}

/**
 * @param {string} root
 * @param {string} path
 * @param {(file: string) => boolean} isTest
 */
function workspaceAt(root, path, isTest) {
  /** @type {{ name: string, dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} */
  const { name, dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
  const folder = path.slice(0, -'/package.json'.length);
  const files = globSync(`${folder}/**/*.{ts,tsx,css}`, { cwd: root, exclude: ['**/node_modules', '**/dist'] });
  // Of a package that is nothing but tests, these are the product.
  const isTried = files.every(isTest) ? () => false : isTest;
  const imported = new Set();
  const tried = new Set();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, needed] of text.matchAll(/(?:from|import|import\()\s*'(@alo\/[^/']+)/g)) {
      if (needed !== name) (isTried(file) ? tried : imported).add(needed);
    }
  }
  const ours = (/** @type {Record<string, string>} */ all) => Object.keys(all).filter((one) => one.startsWith('@alo/'));
  return { name, runs: ours(dependencies), tests: ours(devDependencies), imported: [...imported], tried: [...tried] };
}

/**
 * @param {readonly string[]} wanted
 * @param {readonly string[]} there
 */
const missing = (wanted, there) => wanted.filter((one) => !there.includes(one));

/**
 * Packages that are left when those go which need none of the others that are left.
 * @param {Map<string, string[]>} needs
 */
function inCircles(needs) {
  for (;;) {
    const free = [...needs].filter(([, needed]) => needed.every((one) => !needs.has(one))).map(([name]) => name);
    if (free.length === 0) break;
    for (const name of free) needs.delete(name);
  }
  return needs.size === 0 ? [] : [`a circle of packages: ${[...needs.keys()].toSorted().join(', ')}`];
}
