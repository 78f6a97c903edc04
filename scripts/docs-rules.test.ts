import { expect, test } from 'vitest';
import { decisionFaults, linkFaults, listFaults, pathFaults } from './docs-rules.mjs';

const path = 'docs/adr/0020-jobs-on-a-worker.md';
const decision = '# 20. Long work is a job\n\n**Context.** Why.\n\n**Decision.** What.\n\n**Costs.** Price.\n';
const read = (name: string) =>
  name === 'docs/operations.md' ? '# Running\n\n### A proxy, and why\n' : name === 'docs';

test('a decision has its number, its three parts in their order, and four hundred words at most', () => {
  expect(decisionFaults(path, decision)).toEqual([]);
  expect(decisionFaults(path, decision.replace('**Context.** Why.', '## Context\n\nWhy.'))).toEqual([]);
  expect(decisionFaults(path, decision.replace('**Costs.**', '**Price.**'))).toEqual([
    `${path} needs Context, Decision, Costs, in this order.`,
  ]);
  expect(decisionFaults(path, decision.replace('# 20.', '# 21.'))[0]).toContain('begins with its number');
  expect(decisionFaults(path, `${decision}${'word '.repeat(400)}`)[0]).toContain('400 at most');
  expect(decisionFaults('docs/asterisk.md', '# Asterisk')).toEqual([]);
});

test('a link leads to a file, a folder or a heading that is there', () => {
  const faultsOf = (link: string) => linkFaults(path, `See [this](${link}).`, read);
  expect(faultsOf('../operations.md#a-proxy-and-why')).toEqual([]);
  expect(faultsOf('https://example.com')).toEqual([]);
  expect(faultsOf('../../docs')).toEqual([]);
  expect(faultsOf('../nowhere.md')).toEqual([`${path} links to docs/nowhere.md, which is not there.`]);
  expect(faultsOf('../operations.md#no-proxy')).toEqual([
    `${path} links to docs/operations.md#no-proxy, which is no heading there.`,
  ]);
  expect(linkFaults(path, '`const [, t] = /x/.exec(y)`', read)).toEqual([]);
});

test('a path in backticks is there, except on a page that records what was', () => {
  const files = ['docs/operations.md', 'apps/server/src/process/keeper.ts'];
  const faultsOf = (text: string) => pathFaults(path, text, files);
  expect(
    faultsOf('See `docs/operations.md`, `apps/server/src/process`, `process/keeper.ts`, `node:http`, `keeper`.'),
  ).toEqual([]);
  expect(faultsOf('See `scripts/gone.mjs`.')).toEqual([`${path} names scripts/gone.mjs, which is not there.`]);
  expect(faultsOf('See `eeper.ts`.')).toEqual([`${path} names eeper.ts, which is not there.`]);
  expect(pathFaults('docs/lab/0020-jobs.md', 'See `scripts/gone.mjs`.', files)).toEqual([]);
});

test('the list of decisions names each of them', () => {
  expect(listFaults([path, 'docs/asterisk.md'], '[20](0020-jobs-on-a-worker.md)')).toEqual([]);
  expect(listFaults([path], 'none')).toEqual([`docs/adr/README.md does not name ${path}.`]);
});
