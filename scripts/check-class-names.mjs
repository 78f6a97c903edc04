/** Fails where a part uses a class that its style sheet lacks, and where a style sheet has a class that no part uses. */
import { dirname, join } from 'node:path';

import { filesOf, report, withoutComments } from './style-files.mjs';

/** @type {string[]} */
const mistakes = [];
/** Class names by style sheet: those that it has, and of these the ones that nobody has used yet. */
const sheets = new Map(
  filesOf('module.css').map(({ file, text }) => [file, { has: classesIn(text), unused: classesIn(text) }]),
);

const scripts = filesOf('{ts,tsx}');
for (const { file, text } of scripts) {
  for (const [, name = '', path = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
    const sheet = sheets.get(join(dirname(file), path));
    if (!sheet) {
      mistakes.push(`${file} imports ${path}, which is not there`);
      continue;
    }
    for (const used of usedIn(file, text, name)) {
      if (!sheet.has.has(used)) mistakes.push(`${file} uses .${used}, which ${path} lacks`);
      sheet.unused.delete(used);
    }
    // Named by a value: any word of the files here and below can be it.
    if (new RegExp(`\\b${name}\\[(?!')`).test(text)) {
      const beside = scripts.filter((each) => each.file.startsWith(`${dirname(file)}/`)).map((each) => each.text);
      for (const left of sheet.unused) if (beside.some((each) => each.includes(`'${left}'`))) sheet.unused.delete(left);
    }
  }
}
for (const [file, { unused }] of sheets) {
  for (const left of unused) mistakes.push(`${file} has .${left}, which no part uses`);
}
report(mistakes, `${sheets.size} style sheets have the classes that parts use, and no others`);

/**
 * @param {string} file
 * @param {string} text
 * @param {string} name what the style sheet is called there
 */
function usedIn(file, text, name) {
  const uses = text
    .replaceAll(/^import .*$/gm, '')
    .matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'));
  return new Set([...uses].map(([, dotted, quoted]) => dotted ?? quoted ?? file));
}

/**
 * The classes of the selectors; what is said to be global is another's.
 * @param {string} css
 */
function classesIn(css) {
  const selectors = withoutComments(css)
    .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name));
}
