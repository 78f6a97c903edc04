import { Pager, Quiet, Skeleton } from '@alo/ui';
import type { ReactNode } from 'react';

import formStyles from '../page/form-parts.module.css';
import { LoadFailed } from './list-surface.tsx';

/** How many entries a log in a drawer shows at once. */
export const logPageSize = 10;

interface Log<Entry> {
  readonly title: string;
  /** What is said where there is no entry yet. */
  readonly nothing: string;
  /** A page of it, as `useQuery` has it. */
  readonly read: {
    readonly data:
      | { readonly data: readonly Entry[]; readonly total: number; readonly total_capped: boolean }
      | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** An entry as an item of a list. */
  readonly children: (entry: Entry) => ReactNode;
}

/** What happened to a row, newest first, in pages: with what stands there while it comes, where there is none, and where it did not come. */
export function PagedLog<Entry>({ title, nothing, read, page, onPage, children }: Log<Entry>) {
  const { data, error, refetch } = read;
  return (
    <>
      <h2>{title}</h2>
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="100%" height={80} />}
      {data?.total === 0 && <Quiet>{nothing}</Quiet>}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={formStyles.rows}>{data.data.map(children)}</ul>
          {data.total > logPageSize && (
            <Pager
              {...{
                page,
                pageSize: logPageSize,
                total: data.total,
                capped: data.total_capped,
                shown: data.data.length,
              }}
              onPage={onPage}
            />
          )}
        </>
      )}
    </>
  );
}
