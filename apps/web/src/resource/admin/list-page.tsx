import type { CrudContract, RowOf } from '@alo/contract';
import { Actions, buttonClass, focusGently, IconButton, IconPencil, IconPlus, IconTrash, State } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { total } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { BulkActions } from '../bulk/bulk-actions.tsx';
import { useChosen } from '../bulk/use-chosen.ts';
import type { Filter } from '../fields/filters.tsx';
import { ImportButton, useImport } from '../importing/import-button.tsx';
import { ExportMenu } from '../list/export-menu.tsx';
import { ListSurface } from '../list/list-surface.tsx';
import { asPaged } from '../list/paging.ts';
import { nothingAdded, type Resource, type StoredRow, useNothingAdded } from '../model/resource.ts';
import { useResourceList } from '../model/use-resource.ts';
import { Page } from '../page/page.tsx';
import type { ListPlace } from '../screen/screen.tsx';
import { columnsOf } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { RowDrawer } from './row-drawer.tsx';

const NothingAround = ({ children }: { children: ReactNode }) => children;
const noRows: readonly StoredRow[] = [];

/** The list of a resource: its state in the address, a row opened beside it, several deleted at once. */
export function ListPage<C extends CrudContract>({ resource, screen }: { resource: Resource<C>; screen: ListPlace }) {
  const { contract, noun, purpose, Notice, RowAction, Add, beside } = resource;
  const { useReading: useAdded = useNothingAdded, names: addedNames = [] } = resource.added ?? {};
  // What was read by this contract is one of its rows.
  const isFree = (row: StoredRow) => resource.locked?.(row as unknown as RowOf<C>) === undefined;
  const may = useMay();
  const added = useAdded().data ?? nothingAdded;
  const filters: readonly Filter[] = [...(resource.filters ?? []), ...added.filters].filter(
    ({ access }) => access === undefined || may(access),
  );
  const list = useListState([...(resource.filters ?? []).flatMap(({ names }) => names), ...addedNames]);
  const { state, open } = list;
  const query = asPaged(contract.list, {
    ...(resource.order !== undefined && { sort: resource.order }),
    ...listQueryOf(state),
  });
  const answer = useResourceList(contract, query);
  const columns = useMemo(() => columnsOf({ ...resource, added }), [resource, added]);
  const importing = useImport(contract, noun);
  const [deleting, setDeleting] = useState<readonly StoredRow[]>([]);
  const rows = answer.data?.data ?? noRows;
  const selection = useChosen(rows, state);
  const mayDelete = may(contract.remove.access);
  const mayChoose =
    mayDelete || [contract.setAll, contract.putAll].some((many) => many !== undefined && may(many.access));
  const plainAdd = may(contract.create.access) && (
    <Link to={`${screen.form}/add`} className={buttonClass('primary')}>
      <IconPlus aria-hidden />
      Thêm {noun}
    </Link>
  );
  const add = Add === undefined ? plainAdd : <Add />;
  const shown = rows.map(({ id }) => id);
  const ids = state.id === undefined || shown.includes(state.id) ? shown : [...shown, state.id];

  const Around = beside?.Around ?? NothingAround;

  // An empty list offers it itself; one primary button is enough.
  const bare = answer.data?.total === 0 && state.search === '' && Object.keys(state.filters).length === 0;

  return (
    <Page title={screen.label} count={answer.data && total(answer.data)} actions={!bare && add}>
      {Notice !== undefined && <Notice />}
      <Around ids={ids}>
        <ListSurface
          name={screen.path}
          caption={screen.label}
          list={list}
          answer={answer}
          columns={columns}
          searchLabel={`Tìm ${noun}`}
          filters={filters}
          tools={
            <>
              {!bare && may(contract.create.access) && <ImportButton words="Nhập" onOpen={importing.open} />}
              {may(contract.export.access) && (
                <ExportMenu endpoint={contract.export} query={query} name={screen.path.slice(1)} />
              )}
            </>
          }
          selection={
            mayChoose ? { chosen: selection.ids, onChange: selection.choose, nameOf: contract.called } : undefined
          }
          bulk={<BulkActions resource={resource} selection={selection} found={answer.data} onDelete={setDeleting} />}
          onOpen={(row) => open(row.id)}
          actions={(row) => (
            <>
              {RowAction !== undefined && <RowAction row={row as unknown as RowOf<C>} />}
              {isFree(row) && may(contract.update.access) && (
                <Link
                  {...screen.edit(row.id)}
                  className={buttonClass('quiet', 'sm')}
                  data-row-edit
                  aria-label={`Sửa ${contract.called(row)}`}
                  title="Sửa"
                >
                  <IconPencil aria-hidden />
                </Link>
              )}
              {isFree(row) && mayDelete && (
                <IconButton
                  size="sm"
                  label={`Xoá ${contract.called(row)}`}
                  title="Xoá"
                  onClick={() => setDeleting([row])}
                >
                  <IconTrash aria-hidden />
                </IconButton>
              )}
            </>
          )}
          empty={
            <State
              drawing="empty"
              title={`Chưa có ${noun} nào`}
              action={
                may(contract.create.access) ? (
                  <Actions>
                    <ImportButton words="Nhập từ tệp" onOpen={importing.open} />
                    {add}
                  </Actions>
                ) : (
                  add
                )
              }
            >
              {purpose}
            </State>
          }
        />
        <RowDrawer
          resource={resource}
          screen={screen}
          columns={columns}
          added={added}
          id={state.id}
          rows={rows}
          onOpen={open}
          onDelete={(row) => setDeleting([row])}
        />
      </Around>
      {importing.dialog}
      <DeleteDialog
        contract={contract}
        noun={noun}
        rows={deleting}
        onClose={(deleted) => {
          setDeleting([]);
          if (deleted.length === 0) return;
          // The row that had the focus is gone, or about to be.
          focusGently(document.querySelector<HTMLElement>('main h1'));
          selection.leaveOut(deleted);
          if (state.id !== undefined && deleted.includes(state.id)) open(undefined);
        }}
      />
    </Page>
  );
}
