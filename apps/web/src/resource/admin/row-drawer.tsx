import type { CrudContract, RowOf } from '@alo/contract';
import { Button, buttonClass, type Column, Drawer, IconCopy, IconPencil, IconTrash, Skeleton, State } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

import { ApiProblem } from '../../kit/api/problem.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';
import { type AnyFields, isEmpty } from '../fields/field.ts';
import styles from '../form/resource.module.css';
import { LoadFailed } from '../list/list-surface.tsx';
import { RowSteps } from '../list/row-steps.tsx';
import { valueAt } from '../model/paths.ts';
import type { CompanyFields, Resource, Section, StoredRow } from '../model/resource.ts';
import { isAsked } from '../model/sections.ts';
import { useResourceRow } from '../model/use-resource.ts';
import { Moment } from '../page/moment.tsx';
import type { ListPlace } from '../screen/screen.tsx';

/** One row beside its list, for reading. */
export function RowDrawer<C extends CrudContract>({
  resource,
  screen,
  columns,
  added,
  id,
  rows,
  onOpen,
  onDelete,
}: {
  resource: Resource<C>;
  screen: ListPlace;
  columns: readonly Column<StoredRow>[];
  added: CompanyFields;
  id: string | undefined;
  rows: readonly StoredRow[];
  onOpen: (id: string | undefined) => void;
  onDelete: (row: StoredRow) => void;
}) {
  const { contract, noun } = resource;
  const may = useMay();
  const { data: row, error, refetch } = useResourceRow(contract, id);
  // Also while one looks at it: what was read before is not shown for what is there.
  const isGone = error instanceof ApiProblem && error.status === 404;
  const { Lead, Aside } = resource;
  // What was read by this contract is one of its rows.
  const locked = row === undefined ? undefined : resource.locked?.(row as unknown as RowOf<C>);
  const details = useRef<HTMLDListElement>(null);
  const isOpened = id !== undefined;
  const hasCome = row !== undefined;
  const read = useRef(false);
  useEffect(() => {
    if (!isOpened) read.current = false;
    if (!isOpened || !hasCome || read.current) return;
    read.current = true;
    // Where the row comes after the drawer, the cross has the focus by then. Whoever steps on from row to row keeps it.
    const over = details.current?.closest('[role="dialog"]');
    if (over?.contains(document.activeElement) === true) details.current?.focus();
  }, [isOpened, hasCome]);

  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => onOpen(undefined)}
      title={
        <RowSteps id={id} rows={rows} onOpen={onOpen}>
          {row ? groupedPhone(contract.called(row)) : <Skeleton width={160} height={16} />}
        </RowSteps>
      }
    >
      {isGone && (
        <State drawing="lost" title={`Không còn ${noun} này`}>
          Có thể ai đó vừa xoá hoặc chuyển đi nơi bạn không xem được.
        </State>
      )}
      {error !== null && row === undefined && !isGone && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {row && !isGone && (
        <div className={styles.drawn}>
          {Lead !== undefined && <Lead row={row as unknown as RowOf<C>} />}
          <Details at={details} resource={resource} columns={columns} added={added} row={row} />
          {Aside !== undefined && <Aside row={row as unknown as RowOf<C>} />}
          {locked !== undefined && <p className={styles.locked}>{locked}</p>}
          <div className={styles['drawer-actions']}>
            {locked === undefined && may(contract.update.access) && (
              <Link {...screen.edit(row.id)} className={buttonClass('primary')}>
                <IconPencil aria-hidden />
                Sửa {noun}
              </Link>
            )}
            {may(contract.create.access) && (
              <Link to={`${screen.form}/add`} search={{ from: row.id }} className={buttonClass('default')}>
                <IconCopy aria-hidden />
                Nhân bản
              </Link>
            )}
            {locked === undefined && may(contract.remove.access) && (
              <Button look="danger-quiet" icon={<IconTrash aria-hidden />} onClick={() => onDelete(row)}>
                Xoá
              </Button>
            )}
          </div>
        </div>
      )}
    </Drawer>
  );
}

function Details<C extends CrudContract>({
  at,
  resource,
  columns,
  added,
  row,
}: {
  at: RefObject<HTMLDListElement | null>;
  resource: Resource<C>;
  columns: readonly Column<StoredRow>[];
  added: CompanyFields;
  row: StoredRow;
}) {
  // `Resource` has checked every field against its own value; here they are all alike.
  const all = Object.entries({ ...(resource.fields as AnyFields), ...added.fields });
  // As the form asks for them: a weekday is nothing of what is sent each day.
  const sections: readonly Section[] = resource.sections ?? [];
  const fields = all.filter(([name]) => isAsked(sections, row, name));
  const known = new Set(all.map(([name]) => name));
  const isRead = ([name, { saysEmpty }]: (typeof fields)[number]) => saysEmpty || !isEmpty(valueAt(row, name));
  const unfilled = fields.filter((field) => !isRead(field)).map(([, { label }]) => label);
  const counted = columns.filter(({ id, numeric }) => numeric && !known.has(id));
  return (
    // It is opened to be read: what can be changed beside it, a PIN for one, takes no key by itself.
    <dl ref={at} className={styles.details} tabIndex={-1} data-autofocus>
      {fields.filter(isRead).map(([name, { label, Show }]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <Show value={valueAt(row, name)} />
          </dd>
        </div>
      ))}
      {counted.map(({ id, label, cell }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
      {unfilled.length > 0 && (
        <div className={styles.aside}>
          <dt>Chưa điền</dt>
          <dd>{unfilled.join(', ')}</dd>
        </div>
      )}
      <div className={styles.aside}>
        <dt>Tạo lúc</dt>
        <dd>
          <Moment at={row.created_at} />
          {row.updated_at !== row.created_at && (
            <>
              {' · sửa '}
              <Moment at={row.updated_at} />
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
