import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = ['packages/ui/src', 'apps/web/src', 'apps/web/specimen'];

/**
 * Files of the console and of its parts, with their text.
 * @param {string} ending `css`, `{ts,tsx}`
 */
export function filesOf(ending) {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.${ending}`, { cwd: root }))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/**
 * The same length without its comments, so that line numbers stay.
 * @param {string} css
 */
export const withoutComments = (css) =>
  css.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));

/**
 * Prints what is wrong, or what was looked at.
 * @param {readonly string[]} mistakes
 * @param {string} fine
 */
export function report(mistakes, fine) {
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
  else console.log(fine);
}
