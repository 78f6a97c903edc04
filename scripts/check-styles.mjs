/** Fails where a style sheet of the console names a size, a corner, a distance or a layer itself: they have scales, in tokens.css. */
import { filesOf, report, withoutComments } from './style-files.mjs';

const scale = (/** @type {string} */ name) => new RegExp(`^var\\(--alo-${name}-[a-z0-9]+\\)$`);
/** Follows the letters or the screen around it. */
const relative = /^-?[\d.]+(em|vw|vh|cqi|%)$|^clamp\(/;

/** @type {readonly { property: RegExp, allowed: readonly RegExp[], say: string }[]} */
const rules = [
  { property: /^font-size$/, allowed: [scale('type'), relative, /^inherit$/], say: 'var(--alo-type-…)' },
  { property: /^z-index$/, allowed: [scale('z'), /^auto$/], say: 'var(--alo-z-…)' },
  { property: /radius$/, allowed: [scale('radius'), /^(0|inherit)$/], say: 'var(--alo-radius-…)' },
  { property: /^(row-|column-)?gap$/, allowed: [scale('space'), relative, /^0$/], say: 'var(--alo-space-…)' },
];

/** A phone ends at one width: `narrow` in packages/ui/src/media-query.ts. Wider than a tablet each part folds where it must. */
const [phone = ''] = filesOf('ts').flatMap(({ text }) => /narrow = '\(max-width: (\d+)px\)'/.exec(text)?.[1] ?? []);
const widestTablet = 860;

const sheets = filesOf('css').map(({ file, text }) => ({ file, css: withoutComments(text) }));
const scripts = filesOf('{ts,tsx}');
const named = new Set(
  [...sheets.map(({ css }) => css), ...scripts.map(({ text }) => text)].flatMap((text) =>
    [...text.matchAll(/(--alo-[\w-]+)'?\]?:/g)].map(([, name]) => name),
  ),
);

/** @type {string[]} */
const mistakes = [];
for (const { file, css } of sheets) {
  for (const [index, line] of css.split('\n').entries()) {
    const wrong = (/** @type {string} */ what) => mistakes.push(`${file}:${index + 1} ${what}`);
    const [, property = '', value = ''] = /([\w-]+):\s*([^;{]+);/.exec(line) ?? [];
    const rule = rules.find((each) => each.property.test(property) && !property.startsWith('--'));
    const values = value.startsWith('clamp(') ? [value] : value.split(/\s+/);
    const strays = rule ? values.filter((each) => !rule.allowed.some((allowed) => allowed.test(each))) : [];
    for (const stray of strays) wrong(`${property}: ${stray} is on no scale: ${rule?.say}`);
    for (const [, end = '', width = ''] of line.matchAll(/@media.*\b(max|min)-width: (\d+)px/g)) {
      const ends = Number(phone) + (end === 'min' ? 1 : 0);
      if (Number(width) < widestTablet && Number(width) !== ends) wrong(`a phone ends at ${ends}px, not at ${width}px`);
    }
    for (const [, name = ''] of line.matchAll(/var\((--alo-[\w-]+)/g))
      if (!named.has(name)) wrong(`${name} is not defined`);
  }
}
report(mistakes, `${sheets.length} style sheets keep to the scales`);
