import * as contract from '@alo/contract';
import { expect, test } from 'vitest';

import { addresses } from '../../resource/screen/addresses.ts';
import type { ResourceScreen } from '../../resource/screen/screen.tsx';
import { type PageStart, pageStarts } from './page-starts.ts';
import { screens } from './screens.ts';

const starts: Readonly<Record<string, PageStart>> = pageStarts;
const declared: Readonly<Record<string, unknown>> = { ...contract };
const firstReadOf = (page: PageStart | undefined) => (page && 'list' in page ? page.list : page?.reads);

test('an address is one of a screen, and every address of a screen is known', () => {
  const there = screens.flatMap(({ routes }) => routes.map(({ path }) => path));
  expect(new Set(there)).toEqual(new Set(addresses));
});

test('every page of the menu says what it needs first', () => {
  expect(screens.map(({ path }) => path).filter((path) => !(path in starts))).toEqual([]);
});

test('the file of a page is one that its feature’s screen.ts fetches', () => {
  const texts = import.meta.glob<string>('../../features/*/screen.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const isFetched = ({ module }: PageStart) => {
    const [feature, file] = module.split('/');
    return texts[`../../features/${feature}/screen.ts`]?.includes(`import('./${file}')`) === true;
  };
  expect(Object.values(starts).filter((page) => !isFetched(page))).toEqual([]);
});

test('a resource’s page lists the resource, and what a page of its own reads is what its screen says', () => {
  const listOf = (name: string) =>
    Object.values(declared).find(
      (one): one is contract.CrudContract => Object(one).screen === name && 'list' in Object(one),
    )?.list;
  const isResource = (screen: object): screen is ResourceScreen => 'name' in screen;
  const said = screens.flatMap((screen) => {
    const reads = isResource(screen) ? listOf(screen.name) : screen.reads;
    return reads === undefined ? [] : [{ path: screen.path, reads: reads.path }];
  });
  expect(said.length).toBeGreaterThan(40);
  expect(said.map(({ path }) => ({ path, reads: firstReadOf(starts[path])?.path }))).toEqual(said);
});
