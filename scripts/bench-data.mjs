/**
 * The figures of the load programs as docs/benchmarks keeps them: a file for each program, with what it measured on which machine, its
 * single figures, and its tables with a row a line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {Readonly<Record<string, unknown>>} Row */

/**
 * @typedef {object} Figures
 * @property {string} about What the program measures, as its first comment says.
 * @property {string} machine On which machine, when, and how busy that was.
 * @property {Readonly<Record<string, unknown>>} figures
 * @property {Readonly<Record<string, readonly Row[]>>} tables
 */

/**
 * @param {string} about
 * @param {string} machine
 * @param {Record<string, unknown>} result What the program printed: single values, and lists of objects of the same kind.
 * @returns {Figures}
 */
export function figuresOf(about, machine, result) {
  /** @type {[string, Record<string, unknown>[]][]} */
  const tables = Object.entries(result).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.map((row) => flat(row))]] : [],
  );
  const figures = Object.entries(flat(result)).filter(([, value]) => !Array.isArray(value));
  return { about, machine, figures: Object.fromEntries(figures), tables: Object.fromEntries(tables) };
}

/**
 * All programs whose figures are kept, by name.
 * @param {string} folder
 * @returns {Map<string, Figures>}
 */
export function readFigures(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.toSorted().map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}

/** @param {Figures} figures */
export function textOf({ about, machine, figures, tables }) {
  const json = (/** @type {unknown} */ value) => JSON.stringify(value);
  const lines = (/** @type {readonly string[]} */ items, /** @type {string} */ indent) =>
    items.map((item) => `\n${indent}${item}`).join(',');
  const single = lines(
    Object.entries(figures).map(([name, value]) => `${json(name)}: ${json(value)}`),
    '    ',
  );
  const many = lines(
    Object.entries(tables).map(([name, rows]) => `${json(name)}: [${lines(rows.map(json), '      ')}\n    ]`),
    '    ',
  );
  return `{
  "about": ${json(about)},
  "machine": ${json(machine)},
  "figures": {${single}${single === '' ? '' : '\n  '}},
  "tables": {${many}${many === '' ? '' : '\n  '}}
}
`;
}

/**
 * `{ delay: { p50: 1 } }` becomes `{ 'delay p50': 1 }`.
 * @param {object} value
 * @param {string} [prefix]
 * @returns {Record<string, unknown>}
 */
export function flat(value, prefix = '') {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.entries(flat(inner, `${prefix}${key} `))
        : [[`${prefix}${key}`, inner]],
    ),
  );
}
