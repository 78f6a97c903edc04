import { pageSize } from '@alo/contract';
import type { Sorting } from '@alo/ui';
import { useNavigate, useRouterState } from '@tanstack/react-router';

import { afterPaint } from '../browser/after-paint.ts';
import type { Search } from './search.ts';

/** How many rows one may have on a page. */
export const pageSizes: readonly number[] = [pageSize, 20, 50, 100];

/** What a list shows, all of it in the address: a link is exactly this screen, and Back loses nothing. */
export interface ListState {
  page: number;
  /** Rows on a page. */
  perPage: number;
  /** Columns that are shown, in their order; undefined where the address leaves that to the list. */
  columns: readonly string[] | undefined;
  search: string;
  sorting: Sorting | undefined;
  /** Filter name to value; unset ones are absent. */
  filters: Record<string, string>;
  /** The row that stands open beside the list. */
  id: string | undefined;
}

/** Reads a list's state; whatever makes no sense is as if it were not there. */
export function readListState(search: Search, filterNames: readonly string[]): ListState {
  const page = Number(search['page']);
  const sort = search['sort'];
  return {
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    perPage: pageSizes.find((size) => String(size) === search['per_page']) ?? pageSize,
    columns: search['columns'] ? search['columns'].split(',') : undefined,
    search: search['search'] ?? '',
    sorting: sort ? { id: sort.replace(/^-/, ''), descending: sort.startsWith('-') } : undefined,
    filters: Object.fromEntries(filterNames.flatMap((name) => (search[name] ? [[name, search[name]]] : []))),
    id: search['id'] || undefined,
  };
}

/** The opposite, without what is as it is by itself. */
export function writeListState({ page, perPage, columns, search, sorting, filters, id }: ListState): Search {
  return {
    ...(page > 1 && { page: String(page) }),
    ...(search !== '' && { search }),
    ...(sorting && { sort: sortText(sorting) }),
    ...filters,
    ...(perPage !== pageSize && { per_page: String(perPage) }),
    ...(columns !== undefined && { columns: columns.join() }),
    ...(id !== undefined && { id }),
  };
}

export const sortText = ({ id, descending }: Sorting): string => (descending ? `-${id}` : id);

/** What the server is asked for. */
export const listQueryOf = ({ page, perPage, search, sorting, filters }: ListState): Search => ({
  page: String(page),
  ...(perPage !== pageSize && { per_page: String(perPage) }),
  ...(search !== '' && { search }),
  ...(sorting && { sort: sortText(sorting) }),
  ...filters,
});

/** The list's state and how to change it. Whatever changes which rows match goes back to the first page. */
export function useListState(filterNames: readonly string[]) {
  const navigate = useNavigate();
  const state = readListState(useRouterState({ select: ({ location }) => location.search as Search }), filterNames);
  const go = (next: ListState, replace = false) => void navigate({ to: '.', search: writeListState(next), replace });
  const { search, filters, id } = state;
  return {
    state,
    setPage: (to: number) => go({ ...state, page: to }),
    setSearch: (to: string) => {
      if (to !== search) go({ ...state, page: 1, search: to }, true);
    },
    setSorting: (to: Sorting | undefined) => go({ ...state, page: 1, sorting: to }),
    setFilters: (change: Readonly<Record<string, string | undefined>>) => {
      const set = Object.entries({ ...filters, ...change }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
      );
      go({ ...state, page: 1, filters: Object.fromEntries(set) });
    },
    setPerPage: (to: number) => go({ ...state, page: 1, perPage: to }, true),
    setColumns: (to: readonly string[] | undefined) => go({ ...state, columns: to }, true),
    clear: () => go({ ...state, page: 1, search: '', filters: {} }),
    // A drawer with all that is in it is more than fits between a press and the frame that answers it.
    open: (to: string | undefined) => afterPaint(() => go({ ...state, id: to }, to === undefined || id !== undefined)),
  };
}
