import { expect, test } from 'vitest';
import { isCurrent } from './install.mjs';

const product = { version: '1.0.0', integrity: 'sha512-a' };
const tool = { version: '2.0.0', integrity: 'sha512-b', dev: true };
const otherMachines = { version: '3.0.0', integrity: 'sha512-c', optional: true };
const locked = {
  '': {},
  'apps/web': { version: '0.1.0' },
  'node_modules/product': product,
  'node_modules/tool': tool,
  'node_modules/other-machines': otherMachines,
};
const withoutTools = { 'node_modules/product': product };
const withTools = { ...withoutTools, 'node_modules/tool': tool };

test('npm start needs no tools, and leaves those that are there', () => {
  expect(isCurrent(withoutTools, locked, { tools: false })).toBe(true);
  expect(isCurrent(withTools, locked, { tools: false })).toBe(true);
});

test('npm test behind npm start brings the tools', () => {
  expect(isCurrent(withoutTools, locked, { tools: true })).toBe(false);
  expect(isCurrent(withTools, locked, { tools: true })).toBe(true);
});

test('another version of what the product needs is brought whoever asks', () => {
  const older = { 'node_modules/product': { version: '0.9.0', integrity: 'sha512-o' }, 'node_modules/tool': tool };
  expect(isCurrent(older, locked, { tools: false })).toBe(false);
  expect(isCurrent({}, locked, { tools: false })).toBe(false);
});

test('another version of a tool concerns only who wants tools', () => {
  const older = { ...withoutTools, 'node_modules/tool': { ...tool, version: '1.9.0' } };
  expect(isCurrent(older, locked, { tools: false })).toBe(true);
  expect(isCurrent(older, locked, { tools: true })).toBe(false);
});
