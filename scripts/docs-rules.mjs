/**
 * What holds for the pages in Markdown: a decision is short and has its three parts, and a link or a path leads to something that is there.
 * Each rule answers with what is wrong, in words.
 */
import { basename, dirname, join, normalize } from 'node:path';

const mostWords = 400;
const parts = ['Context', 'Decision', 'Costs'];
const decision = /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/;
const fromRoot = /^(?:apps|packages|scripts|tests|docs)\//;
const ofCode = /\w\.(?:tsx?|mjs|cjs|sql|sh)$/;
/** Measurements and tries are records of their day: the code that they name may have changed since. */
const record = /^docs\/lab\/|^CHANGELOG\.md$/;

/**
 * @param {string} path Seen from the root of the checkout.
 * @param {string} text
 */
export function decisionFaults(path, text) {
  const number = decision.exec(path)?.[1];
  if (number === undefined) return [];
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  const places = parts.map((part) => text.search(new RegExp(`^(?:## ${part}$|\\*\\*${part}\\.\\*\\*)`, 'm')));
  const inOrder = places.every((place, at) => place > (places[at - 1] ?? 0));
  return [
    ...(words > mostWords
      ? [`${path} has ${words} words; a decision has ${mostWords} at most, logs go to docs/lab.`]
      : []),
    ...(inOrder ? [] : [`${path} needs ${parts.join(', ')}, in this order.`]),
    ...(text.startsWith(`# ${Number(number)}. `)
      ? []
      : [`${path} begins with its number and its decision: # ${Number(number)}. …`]),
  ];
}

/**
 * Decisions that the list of all decisions does not name.
 * @param {readonly string[]} paths
 * @param {string} list The text of docs/adr/README.md.
 */
export function listFaults(paths, list) {
  return paths
    .filter((path) => decision.test(path) && !list.includes(`(${basename(path)})`))
    .map((path) => `docs/adr/README.md does not name ${path}.`);
}

/**
 * @param {string} path
 * @param {string} text
 * @param {(path: string) => string | boolean} read The text of a page, or whether there is such a file or folder.
 */
export function linkFaults(path, text, read) {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [file = '', place] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    const there = file === '' ? text : read(target);
    if (there === false) return [`${path} links to ${target}, which is not there.`];
    const hasPlace = place === undefined || typeof there !== 'string' || headingsOf(there).includes(place);
    return hasPlace ? [] : [`${path} links to ${target}#${place}, which is no heading there.`];
  });
}

/**
 * Paths in backticks: those that begin at the root, and files of code by the end of their path.
 * @param {string} path
 * @param {string} text
 * @param {readonly string[]} files All of the checkout, seen from its root.
 */
export function pathFaults(path, text, files) {
  if (record.test(path)) return [];
  const named = [...text.matchAll(/`([\w.-][\w./-]*)`/g)].map(([, name = '']) => name.replace(/\/$/, ''));
  const isThere = (/** @type {string} */ name) =>
    files.some((file) => file === name || file.endsWith(`/${name}`) || file.startsWith(`${name}/`));
  return [...new Set(named)]
    .filter((name) => (fromRoot.test(name) || ofCode.test(name)) && !isThere(name))
    .map((name) => `${path} names ${name}, which is not there.`);
}

/** @param {string} text */
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/**
 * As GitHub makes the anchors of headings.
 * @param {string} text
 */
const headingsOf = (text) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
