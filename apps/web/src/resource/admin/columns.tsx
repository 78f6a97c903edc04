import type { CrudContract } from '@alo/contract';
import type { Column } from '@alo/ui';
import type { ReactNode } from 'react';
import { dateTime } from '../../kit/format/time.ts';
import type { AnyFields } from '../fields/field.ts';
import { valueAt } from '../model/paths.ts';
import type { CompanyFields, Resource, StoredRow } from '../model/resource.ts';

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
  fields,
  beside,
  added,
}: Pick<Resource<C>, 'columns' | 'fields' | 'beside'> & { added: CompanyFields }): readonly Column<StoredRow>[] {
  // `Cell` has checked each look against its own value; here they are all alike.
  const looks = Object.entries(columns as Record<string, string | AnyLook>);
  const known = fields as AnyFields;
  return [
    ...looks.map(([id, cell]): Column<StoredRow> => {
      const field = known[id];
      const {
        label,
        render,
        numeric = field?.numeric ?? false,
        hidden = false,
        sortable = true,
      } = typeof cell === 'string' ? ({ label: cell } as AnyLook) : cell;
      return {
        id,
        label,
        numeric,
        hidden,
        sortable,
        cell: (row) => {
          const value = row[id];
          if (render) return render(value, row);
          // Said here, where cards see it: they leave out what a column fills with a dash.
          if (value === '' || value === null) return printed(value);
          return field ? <field.Show value={value} /> : printed(value);
        },
      };
    }),
    ...Object.entries(added.fields).map(
      ([id, { label, numeric = false, Show }]): Column<StoredRow> => ({
        id,
        label,
        numeric,
        sortable: false,
        hidden: !added.listed.includes(id),
        cell: (row) => <Show value={valueAt(row, id)} />,
      }),
    ),
    ...(beside?.columns ?? []).map((column): Column<StoredRow> => ({ ...column, sortable: false })),
    // Where there is no room for it beside the others, they name it themselves.
    ...('updated_at' in columns
      ? []
      : [{ id: 'updated_at', label: 'Cập nhật', sortable: true, cell: (row: StoredRow) => dateTime(row.updated_at) }]),
  ];
}

const printed = (value: unknown): ReactNode =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean' ? (
    String(value)
  ) : (
    <span aria-hidden>–</span>
  );
