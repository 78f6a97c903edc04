// What must not compile. It is checked with the types and never run.
import { crud, departments, required } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { resource } from './resource.ts';

const plain = { table: 'department', calls: 'none', search: [], sheet: {} } as const;
const withFilter = crud({
  collection: '/things',
  item: '/thing',
  screen: 'departments',
  input: z.object({ name: required }),
  row: z.object({}),
  filters: z.object({ name: z.string().optional(), member_id: z.uuid().optional() }),
});
const rows = () => sql<z.input<typeof withFilter.row>>`things`;

resource(withFilter, { ...plain, rows, filters: { member_id: () => sql`true` } });

// @ts-expect-error -- `member_id` is no column of the row, so it must say what it means.
resource(withFilter, { ...plain, rows });

// @ts-expect-error -- no such filter.
resource(withFilter, { ...plain, rows, filters: { member_id: () => sql`true`, team_id: () => sql`true` } });

// @ts-expect-error -- a column of the contract's row is missing.
resource(departments, { ...plain, rows: (trx) => trx.selectFrom('department').selectAll('department') });

// @ts-expect-error -- no such column.
resource(withFilter, { ...plain, rows, filters: { member_id: () => sql`true` }, sheet: { nmae: 'Tên' } });
