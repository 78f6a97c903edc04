import { AfterDelay, Button, Skeleton, State } from '@alo/ui';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Search } from '../../kit/url/search.ts';
import { LoadFailed } from '../list/list-surface.tsx';
import { Surface } from './page.tsx';
import styles from './results.module.css';

type Words<By extends string> = Readonly<Record<By, string>>;

/** What results are told apart by, as the address has it (`by`); `first` where it says nothing of that. */
export function useResultsBy<By extends string>(words: Words<By>, first: By): By {
  const word = useRouterState({ select: ({ location }) => (location.search as Search)['by'] });
  const isBy = (one: string | undefined): one is By => one !== undefined && Object.hasOwn(words, one);
  return isBy(word) ? word : first;
}

/** The choice of what results are told apart by. */
export function ResultsBy<By extends string>({ words, by }: { words: Words<By>; by: By }) {
  const navigate = useNavigate();
  return (
    <div className={styles.groups} role="group" aria-label="Xem kết quả theo">
      {(Object.keys(words) as By[]).map((one) => (
        <Button
          key={one}
          size="sm"
          aria-pressed={one === by}
          onClick={() => void navigate({ to: '.', search: { by: one }, replace: true })}
        >
          {words[one]}
        </Button>
      ))}
    </div>
  );
}

/** Results once they are there: until then what they wait for, and `none` where there are none. */
export const ResultsSurface = <Results extends { readonly data: readonly unknown[] }>({
  results: { data, error, refetch },
  none,
  children,
}: {
  results: { readonly data: Results | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  none: { readonly title: string; readonly words: string };
  children: (results: Results) => ReactNode;
}) => (
  <Surface padded>
    {data === undefined && error !== null && <LoadFailed error={error} onRetry={() => void refetch()} />}
    {data === undefined && error === null && (
      <AfterDelay>
        <Skeleton width="100%" height={320} />
      </AfterDelay>
    )}
    {data !== undefined && data.data.length === 0 && (
      <State drawing="empty" title={none.title}>
        {none.words}
      </State>
    )}
    {data !== undefined && data.data.length > 0 && <div className={styles.results}>{children(data)}</div>}
  </Surface>
);

/** A line for each group: its label, and what came of it. */
export const ResultsTable = ({
  of,
  heads,
  groups,
}: {
  /** By what the groups are told apart. */
  of: string;
  heads: readonly string[];
  groups: readonly { readonly key: string; readonly label: string; readonly cells: readonly ReactNode[] }[];
}) => (
  // It scrolls by itself where the screen is narrow: whoever has no mouse comes to it by Tab.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Bảng kết quả theo ${of.toLowerCase()}`}>
    <table className={styles.table} aria-label={`Kết quả theo ${of.toLowerCase()}`}>
      <thead>
        <tr>
          {[of, ...heads].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, label, cells }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {cells.map((cell, at) => (
              <td key={heads[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
