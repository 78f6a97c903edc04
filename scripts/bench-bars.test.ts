import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { barRows, subjects } from './bench-bars.mjs';
import { figuresOf, readFigures, textOf } from './bench-data.mjs';
import { pageOf } from './bench-page.mjs';

const docs = new URL('../docs/', import.meta.url);
const kept = readFigures(new URL('benchmarks', docs).pathname);
const bars = subjects.flatMap((subject) => subject.bars);

test('every bar finds its figures in the data that are kept', () => {
  const rows = barRows(bars, kept);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ met, now }) => met === 'not measured' || !/^[\d., to]+$/.test(now))).toEqual([]);
  const reasons = rows.flatMap(({ met }) => /\((adr\/.*)\)\)$/.exec(met)?.[1] ?? []);
  expect(reasons.filter((path) => !existsSync(new URL(path, docs)))).toEqual([]);
});

test('a bar says how many of its figures are so, and what was not measured is not met', () => {
  const measured = new Map([
    [
      'beside-whole-call',
      figuresOf('', '', {
        ratio: Object.fromEntries(
          [10, 25, 50, 75, 100, 150].map((rate) => [`${rate}/s`, { setUpP50: rate > 50 ? 1.01 : 0.9, cpu: 2 }]),
        ),
      }),
    ],
    [
      'reads',
      figuresOf('', '', {
        runs: [
          { read: 'a list', server: 'ours', ratio: 0.7 },
          { read: 'a list', server: 'bare' },
        ],
      }),
    ],
  ]);
  const of = (what: string) => barRows(bars, measured).find((row) => row.what.includes(what));
  expect(of('Set-up p50')).toMatchObject({ now: '0.9, 0.9, 0.9, 1.01, 1.01', met: '3 of 5' });
  expect(of('Processor time of a call')).toMatchObject({
    met: 'no ([why](adr/0385-a-call-wakes-processes-seldom.md))',
  });
  expect(of('Reads a second')).toMatchObject({ 'must be': '≥ 0.6', now: '0.7', met: 'yes' });
  expect(of('sign in at once')).toMatchObject({ now: '', met: 'not measured' });
});

test('the page is what the kept figures make of it', () => {
  expect(readFileSync(new URL('benchmarks.md', docs), 'utf8')).toBe(pageOf(kept));
});

test('figures are kept as they were measured, with a row a line', () => {
  const measured = figuresOf('What.', 'A machine.', {
    rows: 2,
    delay: { p50: 1 },
    runs: [{ n: 1, delay: { p50: 2 } }, { n: 2 }],
  });
  const text = textOf(measured);
  expect(JSON.parse(text)).toEqual({
    about: 'What.',
    machine: 'A machine.',
    figures: { rows: 2, 'delay p50': 1 },
    tables: { runs: [{ n: 1, 'delay p50': 2 }, { n: 2 }] },
  });
  expect(text).toContain('\n      {"n":1,"delay p50":2},\n');
});
