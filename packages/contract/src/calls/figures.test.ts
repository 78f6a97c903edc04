import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { kpiMeasures } from '../people/kpi-measures.ts';
import { callStatuses, queueOutcomes } from './calls.ts';
import {
  callFigures,
  type FigureMeaning,
  liveFigures,
  ownFigures,
  queueFigures,
  returnFigures,
  scoreFigures,
  transferFigures,
  voiceFigures,
} from './figures.ts';

const named = <Key extends string>(of: string, figures: Readonly<Record<Key, FigureMeaning>>) =>
  Object.entries<FigureMeaning>(figures).map(([key, means]) => ({ id: `${of} ${key}`, key, means }));

const all = [
  ...named('calls', callFigures),
  ...named('people', ownFigures),
  ...named('queues', queueFigures),
  ...named('returns', returnFigures),
  ...named('transfers', transferFigures),
  ...named('voices', voiceFigures),
  ...named('scores', scoreFigures),
  ...named('live', liveFigures),
];

test('one name is one figure, whatever it is of', () => {
  const names = all.flatMap(({ key, id, means }) =>
    [...new Set([means.label, means.short ?? means.label])].map((name) => ({ name, id, key, unit: means.unit })),
  );
  for (const [name, those] of Map.groupBy(names, ({ name: its }) => its.toLowerCase())) {
    // Calls of people are counted as calls are, narrowed down to theirs.
    const keys = new Set(those.map(({ id, key }) => (/^(calls|people) /.test(id) ? `calls ${key}` : id)));
    expect([name, [...keys]]).toEqual([name, [...keys].slice(0, 1)]);
    expect(new Set(those.map(({ unit }) => unit)).size).toBe(1);
  }
});

test('a target of the same name as a figure is that figure', () => {
  const formulas = new Map(all.map(({ means }) => [means.label, means.formula]));
  const ofTargets = Object.values(kpiMeasures).filter(({ label }) => formulas.has(label));
  expect(ofTargets.map(({ label }) => label)).toEqual(['Thời gian đàm thoại', 'Đàm thoại trung bình']);
  expect(ofTargets.filter(({ label, formula }) => !formula.startsWith(formulas.get(label) ?? '?'))).toEqual([]);
});

test('what a call and a stay in a queue came to is called as the figure that counts it', () => {
  for (const status of ['answered', 'missed', 'abandoned', 'voicemail', 'callback'] as const)
    expect(callFigures[status].label).toBe(callStatuses[status]);
  const { 'timed-out': timedOut, 'left-elsewhere': left, 'called-back': calledBack, ...others } = queueOutcomes;
  expect([queueFigures.answered.label, queueFigures.abandoned.label, queueFigures.turned_away.label]).toEqual([
    others.answered,
    others.abandoned,
    others['turned-away'],
  ]);
  expect([queueFigures.timed_out.label, queueFigures.left_elsewhere.label, queueFigures.called_back.label]).toEqual([
    timedOut,
    left,
    calledBack,
  ]);
});

test('the page of figures tells each of them as it is', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/figures.md'), 'utf8');
  const lines = new Set(page.split('\n'));
  const units = { calls: 'calls', percent: '%', seconds: 's', people: 'people' } as const;
  const better = { more: '↑', less: '↓' } as const;
  const told = ({ key, means }: (typeof all)[number]) => {
    const names = means.short === undefined ? means.label : `${means.label} (${means.short})`;
    const wanted = means.better === null ? '–' : better[means.better];
    return `| ${names} | \`${key}\` | ${units[means.unit]} | ${wanted} | ${means.formula} |`;
  };
  expect(all.map(told).filter((line) => !lines.has(line))).toEqual([]);
});
