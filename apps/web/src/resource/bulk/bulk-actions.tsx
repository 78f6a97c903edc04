import type { CrudContract } from '@alo/contract';
import { BulkBar, Button, IconPencil, IconPlus, IconTrash, Menu } from '@alo/ui';
import { lazy, Suspense, useState } from 'react';
import { total as inWords, type Total } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import type { AnyFields } from '../fields/field.ts';
import { atOnce, type Resource, type StoredRow } from '../model/resource.ts';
import { type Selection, sizeOf, type useChosen } from './use-chosen.ts';

// Few change many at once: the dialogs come when one of them is asked for.
const BulkDeleteDialog = lazy(async () => ({ default: (await import('./bulk-dialogs.tsx')).BulkDeleteDialog }));
const BulkSetDialog = lazy(async () => ({ default: (await import('./bulk-dialogs.tsx')).BulkSetDialog }));
const BulkPutDialog = lazy(async () => ({ default: (await import('./bulk-put-dialog.tsx')).BulkPutDialog }));

/** Lies over the toolbar while rows are chosen: choose all that are found, set a field of them, put them on a list, delete them. */
export function BulkActions<C extends CrudContract>({
  resource,
  selection,
  found,
  onDelete,
}: {
  resource: Pick<Resource<C>, 'contract' | 'noun' | 'fields' | 'puts'>;
  selection: ReturnType<typeof useChosen<StoredRow>>;
  /** How many the list finds. */
  found: Total | undefined;
  /** Deletes rows that are few enough to say of each what becomes of it. */
  onDelete: (rows: readonly StoredRow[]) => void;
}) {
  const { contract, noun } = resource;
  // Whatever the resource, its fields are drawn alike.
  const fields = resource.fields as AnyFields;
  const may = useMay();
  const [asked, setAsked] = useState<{ chosen: Selection; field?: string; put?: { list: string; off: boolean } }>();
  const { chosen } = selection;
  const size = sizeOf(chosen);
  const settable =
    contract.setAll && may(contract.setAll.access) ? Object.keys(contract.setAll.body.shape.set.shape) : [];
  const puts = contract.putAll && may(contract.putAll.access) ? Object.entries(resource.puts ?? {}) : [];
  const left = found !== undefined && chosen.kind === 'rows' && chosen.rows.size < found.total;
  const common = {
    contract,
    noun,
    onClose: (started: boolean) => {
      setAsked(undefined);
      if (started) selection.clear();
    },
  };
  const field = asked?.field === undefined ? undefined : fields[asked.field];
  const putting = asked?.put === undefined ? undefined : resource.puts?.[asked.put.list];

  return (
    <>
      <BulkBar
        count={size.total}
        said={chosen.kind === 'all' ? `tất cả ${inWords(size)}` : undefined}
        onClear={selection.clear}
      >
        {left && (
          <Button size="sm" look="quiet" onClick={() => selection.chooseAll(found)}>
            Chọn tất cả {inWords(found)} kết quả
          </Button>
        )}
        {settable.length > 0 && (
          <Menu
            entries={settable.flatMap((name) => {
              const label = fields[name]?.label;
              return label === undefined
                ? []
                : [{ key: name, label, onSelect: () => setAsked({ chosen, field: name }) }];
            })}
          >
            <Button size="sm" look="quiet" icon={<IconPencil aria-hidden />}>
              Đặt giá trị
            </Button>
          </Menu>
        )}
        {puts.length > 0 && (
          <Menu
            entries={puts.flatMap(([list, words]) => [
              { key: list, label: words.put, onSelect: () => setAsked({ chosen, put: { list, off: false } }) },
              {
                key: `${list} off`,
                label: words.takeOff,
                onSelect: () => setAsked({ chosen, put: { list, off: true } }),
              },
            ])}
          >
            <Button size="sm" look="quiet" icon={<IconPlus aria-hidden />}>
              {puts.map(([, { field: one }]) => one.label).join(', ')}
            </Button>
          </Menu>
        )}
        {may(contract.removeAll.access) && (
          <Button
            size="sm"
            look="danger-quiet"
            icon={<IconTrash aria-hidden />}
            onClick={() =>
              chosen.kind === 'rows' && chosen.rows.size <= atOnce
                ? onDelete([...chosen.rows.values()])
                : setAsked({ chosen })
            }
          >
            Xoá
          </Button>
        )}
      </BulkBar>
      {asked !== undefined && (
        <Suspense>
          {asked.put !== undefined && putting !== undefined ? (
            <BulkPutDialog {...common} chosen={asked.chosen} putting={putting} {...asked.put} />
          ) : asked.field !== undefined && field !== undefined ? (
            <BulkSetDialog {...common} chosen={asked.chosen} name={asked.field} field={field} />
          ) : (
            <BulkDeleteDialog {...common} chosen={asked.chosen} />
          )}
        </Suspense>
      )}
    </>
  );
}
