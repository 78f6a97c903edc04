import { expect, test } from 'vitest';

import type { StoredRow } from '../model/resource.ts';
import { asShown } from './use-chosen.ts';

const row = (id: string, version: number): StoredRow => ({ id, version, created_at: '', updated_at: '' });

test('a picked row that a colleague changes is meant as the list shows it, and one of another page as it was picked', () => {
  const picked = [row('1', 1), row('2', 1)];
  const chosen = asShown({ kind: 'rows', rows: new Map(picked.map((each) => [each.id, each])) }, [
    row('3', 7),
    row('1', 2),
  ]);
  expect(chosen).toEqual({ kind: 'rows', rows: new Map([row('1', 2), row('2', 1)].map((each) => [each.id, each])) });
});
