import { type FigureMeaning, headOf } from '@alo/contract';
import { AfterDelay, Drawer, Skeleton } from '@alo/ui';
import type { ReactNode } from 'react';

import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { RowSteps } from '../../resource/list/row-steps.tsx';
import { Explained } from '../../resource/page/explained.tsx';
import styles from './call-reports.module.css';

/** One row of a report, opened beside its list. */
export function ReportDrawer({
  id,
  rows,
  onOpen,
  width,
  title,
  what,
  reading: { isRead, error, refetch },
  children,
}: {
  id: string | undefined;
  rows: readonly { readonly id: string }[];
  onOpen: (id: string | undefined) => void;
  width: number;
  title: string;
  /** What a row is, in the middle of a sentence. */
  what: string;
  reading: { readonly isRead: boolean; readonly error: Error | null; readonly refetch: () => unknown };
  children: ReactNode;
}) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => onOpen(undefined)}
      width={width}
      title={
        <RowSteps id={id} rows={rows} onOpen={onOpen}>
          {title}
        </RowSteps>
      }
    >
      {error !== null && !isRead && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!isRead && error === null && (
        <AfterDelay>
          <output aria-label={`Đang tải ${what}`}>
            <Skeleton width="100%" height={120} />
          </output>
        </AfterDelay>
      )}
      {children}
    </Drawer>
  );
}

/** A table of such a row, under a heading that names it. */
export const ReportPart = ({
  title,
  first,
  figures,
  children,
}: {
  title: string;
  /** What its lines are of. */
  first: string;
  figures: readonly Pick<FigureMeaning, 'label' | 'short' | 'formula'>[];
  children: ReactNode;
}) => (
  <section className={styles.team}>
    <h2>{title}</h2>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone's width the arrow keys roll it, too */}
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {figures.map((means) => (
              <th key={means.label} scope="col">
                <Explained word={headOf(means)} by={means.formula} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  </section>
);

/** A line of it, or what its lines come to. */
export const ReportLine = <Figure extends string>({
  name,
  isSum = false,
  figures,
  show,
}: {
  name: ReactNode;
  isSum?: boolean;
  figures: readonly Figure[];
  show: (figure: Figure) => ReactNode;
}) => (
  <tr className={isSum ? styles.sum : undefined}>
    <th scope="row">{name}</th>
    {figures.map((figure) => (
      <td key={figure}>{show(figure)}</td>
    ))}
  </tr>
);
