import { expect, test } from 'vitest';

import { listQueryOf, readListState, writeListState } from './list-state.ts';
import { readSearch, writeSearch } from './search.ts';

const filters = ['status', 'from'];

test('an address is read, and written back as it was', () => {
  const address = '?page=3&search=nguy%E1%BB%85n+an&sort=-name&status=missed&per_page=50&columns=name%2Cstatus&id=7';
  const state = readListState(readSearch(address), filters);
  expect(state).toEqual({
    page: 3,
    perPage: 50,
    columns: ['name', 'status'],
    search: 'nguyễn an',
    sorting: { id: 'name', descending: true },
    filters: { status: 'missed' },
    id: '7',
  });
  expect(writeSearch(writeListState(state))).toBe(address);
});

test('an untouched list has a bare address', () => {
  expect(writeSearch(writeListState(readListState({}, filters)))).toBe('');
});

test.each(['0', '-1', '1.5', 'abc', ''])('page %s is the first', (page) => {
  expect(readListState({ page }, filters).page).toBe(1);
});

test.each(['0', '7', '9999999', 'x'])('%s rows on a page are as many as usual', (size) => {
  expect(readListState({ per_page: size }, filters).perPage).toBe(10);
});

test('a number that is searched for stays text', () => {
  expect(readListState(readSearch('?search=0901'), filters).search).toBe('0901');
});

test('the row that stands open is not part of what the server is asked', () => {
  expect(listQueryOf(readListState({ id: '7', status: 'missed', other: 'x' }, filters))).toEqual({
    page: '1',
    status: 'missed',
  });
  expect(listQueryOf(readListState({ per_page: '20', columns: 'name' }, filters))).toEqual({
    page: '1',
    per_page: '20',
  });
});
