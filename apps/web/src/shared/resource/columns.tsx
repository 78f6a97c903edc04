import type { CrudContract } from '@alo/contract';
import type { Column } from '@alo/ui';
import type { ReactNode } from 'react';

import { dateTime } from '../format/time.ts';
import type { Resource, StoredRow } from './resource.ts';

interface AnyLook {
  label: string;
  render?: (value: unknown, row: StoredRow) => ReactNode;
  numeric?: boolean;
  hidden?: boolean;
  sortable?: boolean;
}

/** A resource's columns as the table takes them, with the time of the last change at the end. */
export function columnsOf<C extends CrudContract>({
  columns,
}: Pick<Resource<C>, 'columns'>): readonly Column<StoredRow>[] {
  // `Cell` has checked each look against its own value; here they are all alike.
  const looks = Object.entries(columns as Record<string, string | AnyLook>);
  return [
    ...looks.map(([id, cell]): Column<StoredRow> => {
      const {
        label,
        render,
        numeric = false,
        hidden = false,
        sortable = true,
      } = typeof cell === 'string' ? ({ label: cell } as AnyLook) : cell;
      return {
        id,
        label,
        numeric,
        hidden,
        sortable,
        cell: (row) => (render ? render(row[id], row) : printed(row[id])),
      };
    }),
    { id: 'updated_at', label: 'Cập nhật', sortable: true, cell: (row) => dateTime(row.updated_at) },
  ];
}

const printed = (value: unknown): ReactNode =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean' ? (
    String(value)
  ) : (
    <span aria-hidden>–</span>
  );
