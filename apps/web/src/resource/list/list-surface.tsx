import {
  Button,
  type Column,
  ColumnChooser,
  DataTable,
  type DataTableProps,
  Pager,
  SearchInput,
  State,
  TableSkeleton,
} from '@alo/ui';
import { type ReactNode, useRef, useState } from 'react';

import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { pageSizes, type useListState, writeListState } from '../../kit/url/list-state.ts';
import type { Filter, FilterValues } from '../fields/filters.tsx';
import { Surface } from '../page/page.tsx';
import { useColumnLayout } from './column-layout.ts';
import styles from './list-surface.module.css';
import { SavedViews, viewAddress } from './saved-views.tsx';
import { useDensity } from './use-density.ts';
import { useListKeys } from './use-list-keys.ts';

/** What a query of a list gives. */
export interface ListAnswer<Row> {
  data: { data: readonly Row[]; total: number; total_capped: boolean } | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/**
 * Everything that a list has besides its rows: search, chips, tools, table, pages, and the states in which there are no
 * rows. All lists of the product stand on it, plain or hand-made.
 */
export function ListSurface<Row extends Record<string, unknown> & { id: string }>({
  name,
  list,
  answer,
  columns,
  searchLabel,
  filters = [],
  tools,
  bulk,
  empty,
  ...table
}: {
  /** Under which the chosen columns are remembered. */
  name: string;
  list: ReturnType<typeof useListState>;
  answer: ListAnswer<Row>;
  columns: readonly Column<Row>[];
  searchLabel: string;
  filters?: readonly Filter[];
  tools?: ReactNode;
  /** Lies over the toolbar while rows are chosen. */
  bulk?: ReactNode;
  /** Instead of an empty list that nothing filters. */
  empty: ReactNode;
} & Pick<DataTableProps<Row>, 'caption' | 'selection' | 'actions' | 'onOpen'>) {
  const { state, setPage, setSearch, setSorting, setFilters, clear } = list;
  const { data, error, isPlaceholderData, refetch } = answer;
  const layout = useColumnLayout(name, columns, { given: state.columns, set: list.setColumns });
  const [density, setDensity] = useDensity();
  const surface = useRef<HTMLDivElement>(null);
  useListKeys(surface);
  const filtered = state.search !== '' || Object.keys(state.filters).length > 0;
  const shown = layout.ordered.slice(0, layout.shown.length);

  const content = () => {
    if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
    if (data === undefined) return <TableSkeleton columns={shown} density={density} />;
    if (data.data.length > 0) {
      return (
        <>
          <DataTable
            {...table}
            columns={layout.ordered}
            rows={data.data}
            rowId={rowId}
            hidden={layout.hidden}
            density={density}
            sorting={state.sorting}
            onSort={setSorting}
            openId={state.id}
            stale={isPlaceholderData}
          />
          <Pager
            page={state.page}
            pageSize={state.perPage}
            total={data.total}
            capped={data.total_capped}
            shown={data.data.length}
            onPage={setPage}
          />
        </>
      );
    }
    if (state.page > 1) {
      return (
        <State
          drawing="no-match"
          title="Trang này không còn dòng nào"
          action={<Button onClick={() => setPage(1)}>Về trang đầu</Button>}
        >
          Danh sách đã ngắn lại từ lần xem trước.
        </State>
      );
    }
    if (!filtered) return empty;
    return (
      <State
        drawing="no-match"
        title="Không có dòng nào khớp"
        action={<Button onClick={clear}>Xoá tìm kiếm và bộ lọc</Button>}
      >
        {state.search !== '' ? `Không tìm thấy “${state.search}”. ` : ''}Hãy thử từ khác hoặc bớt bộ lọc.
      </State>
    );
  };

  return (
    <Surface>
      <div ref={surface} className={styles.list}>
        <div className={styles.toolbar}>
          <div className={styles.search}>
            <SearchInput label={searchLabel} value={state.search} onSearch={setSearch} />
          </div>
          {filters.length > 0 && <Chips filters={filters} values={state.filters} onChange={setFilters} />}
          {filtered && (
            <Button size="sm" look="quiet" onClick={clear}>
              Xoá lọc
            </Button>
          )}
          <div className={styles.tools}>
            <SavedViews list={name} address={viewAddress(writeListState({ ...state, columns: layout.chosen }))} />
            {tools}
            <ColumnChooser
              columns={layout.ordered}
              shown={layout.shown}
              onChange={layout.change}
              onReset={layout.reset}
              pageSize={state.perPage}
              pageSizes={pageSizes}
              onPageSize={list.setPerPage}
              density={density}
              onDensity={setDensity}
            />
          </div>
          {bulk}
        </div>
        {content()}
      </div>
    </Surface>
  );
}

const rowId = (row: { id: string }) => row.id;

/** More than `most` filters fold: the first `few` stand there, and each that is set. */
const [few, most] = [5, 7];

function Chips({
  filters,
  values,
  onChange,
}: {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (change: FilterValues) => void;
}) {
  const [all, setAll] = useState(false);
  const folds = filters.length > most;
  const isShown = ({ names }: Filter, at: number) =>
    !folds || all || at < few || names.some((name) => values[name] !== undefined);
  return (
    <div className={styles.chips}>
      {filters.filter(isShown).map(({ label, names, Chip }) => (
        <Chip key={`${names.join()} ${label}`} values={values} onChange={onChange} />
      ))}
      {folds && (
        <Button size="sm" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Bớt bộ lọc' : 'Thêm bộ lọc'}
        </Button>
      )}
    </div>
  );
}

/** Refusals that are the same however often one asks. */
const refusals: Readonly<Record<number, string>> = {
  400: 'Địa chỉ này không đúng',
  403: 'Bạn không xem được phần này',
  404: 'Không tìm thấy',
};

/** Why something could not be read, with a way to try again, where that may help, and the code to quote. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { text, code } = explain(error);
  const refusal = error instanceof ApiProblem ? refusals[error.status] : undefined;
  if (refusal !== undefined) {
    return (
      <State drawing="lost" title={refusal}>
        {text}.
      </State>
    );
  }
  return (
    <State
      drawing="error"
      title="Chưa tải được dữ liệu"
      code={code}
      action={<Button onClick={onRetry}>Thử lại</Button>}
    >
      {text}
    </State>
  );
}
