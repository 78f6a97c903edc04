/** docs/benchmarks.md: what the product must reach and whether it does, made of the figures in docs/benchmarks. */
import { barRows, subjects } from './bench-bars.mjs';
import { tableOf } from './bench-tables.mjs';

/** @param {ReadonlyMap<string, import('./bench-data.mjs').Figures>} all The figures of the programs, by name. */
export function pageOf(all) {
  return `# How fast it is

What the product must reach, and what it reached when it was last measured. \`npm run bench -- --write\` measures and writes this page.

Most figures are ratios, marked ×: ours, divided by what another program needs for the same work on the same machine at the same time. The others are
Asterisk 22 and Kamailio, two well-known telephone servers, and bare programs that do only what no product can save. Times depend on the
machine; ratios depend on it less. In "p99", 99 of 100 are as quick or quicker; p50 is the one in the middle. A row with several figures must meet its bar with each; of more
than five the table has the lowest and the highest.

${subjects.map((subject) => partOf(subject, all)).join('\n')}
## The figures themselves

Each file says what its program measures, on which machine and how busy that was, and has all figures with lowest, middle and highest.

${tableOf(
  [...all].map(([name, { about, machine }]) => ({
    figures: `[${name}](benchmarks/${name}.json)`,
    'what is measured': firstSentence(about),
    when: /\d{4}-\d\d-\d\d/.exec(machine)?.[0] ?? '',
  })),
)}`;
}

/**
 * @param {import('./bench-bars.mjs').Subject} subject
 * @param {ReadonlyMap<string, import('./bench-data.mjs').Figures>} all
 */
function partOf({ title, about, bars, picture }, all) {
  const drawing = picture === undefined ? '' : `\n![${picture.words}](curves/${picture.name}.svg)\n`;
  return `## ${title}\n\n${about}\n\n${tableOf(barRows(bars, all))}${drawing}`;
}

/**
 * Up to the first full stop, or to a colon behind more than a title.
 * @param {string} text
 */
function firstSentence(text) {
  const [sentence = text] = /^.*?[^.\d]\.(?= |$)/.exec(text) ?? [];
  const [beforeColon = ''] = /^[^:]*/.exec(sentence) ?? [];
  const isTitle = beforeColon === sentence || beforeColon.split(' ').length < 6;
  return isTitle ? sentence : `${beforeColon}.`;
}
