import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { barRows } from './bench-bars.mjs';

const section = (title: string, ...lines: string[]): [string, string] => [
  title,
  `## ${title}\n\n${lines.join('\n')}\n`,
];

test('every bar finds its figures on the page as it stands', () => {
  const page = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8');
  const sections = new Map(page.split(/^(?=## )/m).map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part]));
  const rows = barRows(sections);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ met, now }) => met === 'not measured' || !/^[\d., to]+$/.test(now))).toEqual([]);
  const reasons = rows.flatMap(({ met }) => /\((adr\/.*)\)\)$/.exec(met)?.[1] ?? []);
  expect(reasons.filter((path) => !existsSync(new URL(`../docs/${path}`, import.meta.url)))).toEqual([]);
});

test('a bar says how many of its figures are so, and what was not measured is not met', () => {
  const sections = new Map([
    section(
      'Beside Asterisk and Kamailio: whole call',
      '| figure | value |',
      '| --- | --- |',
      ...['10', '25', '50', '75', '100', '150'].flatMap((rate) => [
        `| ratio ${rate}/s setUpP50 | ${Number(rate) > 50 ? 1.01 : 0.9} |`,
        `| ratio ${rate}/s cpu | 2 |`,
      ]),
    ),
    section(
      'Reads',
      '| read | server | ratio |',
      '| --- | --- | --- |',
      '| a list | ours | 0.7 |',
      '| a list | bare |  |',
    ),
  ]);
  const of = (what: string) => barRows(sections).find((row) => row.what.includes(what));
  expect(of('set-up p50')).toMatchObject({ now: '0.9, 0.9, 0.9, 1.01, 1.01', met: '3 of 5' });
  expect(of('its CPU ×')).toMatchObject({ met: 'no ([why](adr/0385-a-call-wakes-processes-seldom.md))' });
  expect(of('Reads ×')).toMatchObject({ 'must be': '≥ 0.6', now: '0.7', met: 'yes' });
  expect(of('sign-ins')).toMatchObject({ now: '', met: 'not measured' });
});
