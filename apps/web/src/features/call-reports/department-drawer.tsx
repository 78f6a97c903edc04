import { type CallCounts, callsOfDepartment, type RequestOf } from '@alo/contract';
import { AfterDelay, Drawer, Skeleton } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../shared/api/queries.ts';
import { callFigures } from '../../shared/calls/call-counts-strip.tsx';
import { rangeText } from '../../shared/fields/times.tsx';
import { LoadFailed } from '../../shared/list/list-surface.tsx';
import { RowSteps } from '../../shared/list/row-steps.tsx';
import { Explained } from '../../shared/page/explained.tsx';
import type { Search } from '../../shared/url/search.ts';
import styles from './call-reports.module.css';
import { CallsFigure, useLiveReport } from './report-parts.tsx';

const shown = ['total', 'inbound', 'outbound', 'answered', 'missed', 'answer_rate', 'talk_seconds'] as const;

/** A department by team and person; each number of calls leads to them. */
export function DepartmentDrawer({
  id,
  rows,
  filters: { from, to, direction, team_id, queue_id },
  onOpen,
}: {
  id: string | undefined;
  rows: readonly { readonly id: string }[];
  filters: Readonly<Record<string, string | undefined>>;
  onOpen: (id: string | undefined) => void;
}) {
  const read = useRead();
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = { from, to, direction, team_id, queue_id } as RequestOf<typeof callsOfDepartment>['query'];
  const { data, error, refetch } = useQuery({
    ...read(callsOfDepartment, { params: { id: id ?? 'none' }, query }),
    enabled: id !== undefined,
  });
  useLiveReport(callsOfDepartment);
  const days = data && {
    ...{ from: data.from, to: data.to },
    ...(direction !== undefined && { direction }),
    ...(queue_id !== undefined && { queue_id }),
  };
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => onOpen(undefined)}
      width={720}
      title={
        <RowSteps id={id} rows={rows} onOpen={onOpen}>
          {data?.name ?? 'Phòng ban'}
        </RowSteps>
      }
    >
      {error !== null && data === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <AfterDelay>
          <output aria-label="Đang tải phòng ban">
            <Skeleton width="100%" height={120} />
          </output>
        </AfterDelay>
      )}
      {data !== undefined && days !== undefined && (
        <>
          <p className={styles.days}>{rangeText({ from: data.from, to: data.to })}</p>
          {data.teams.map((team) => {
            const calls = { ...days, department_id: data.id, team_id: team.id };
            return (
              <section key={team.id} className={styles.team}>
                <h2>{team.name}</h2>
                <div className={styles.scroll}>
                  <table className={styles.table} aria-label={team.name}>
                    <thead>
                      <tr>
                        <th scope="col">Nhân viên</th>
                        {shown.map((figure) => (
                          <th key={figure} scope="col">
                            <Explained word={callFigures[figure].label} by={callFigures[figure].formula} />
                          </th>
                        ))}
                      </tr>
                    </thead>
                    <tbody>
                      {team.people.map((person) => (
                        <Line
                          key={person.extension}
                          name={`${person.name} · ${person.extension}`}
                          counts={person}
                          calls={{ ...days, extension: person.extension }}
                        />
                      ))}
                      <Line name="Cả nhóm" counts={team} calls={calls} isSum />
                    </tbody>
                  </table>
                </div>
              </section>
            );
          })}
        </>
      )}
    </Drawer>
  );
}

const Line = ({
  name,
  counts,
  calls,
  isSum = false,
}: {
  name: string;
  counts: CallCounts;
  calls: Search;
  isSum?: boolean;
}) => (
  <tr className={isSum ? styles.sum : undefined}>
    <th scope="row">{name}</th>
    {shown.map((figure) => (
      <td key={figure}>
        <CallsFigure counts={counts} figure={figure} calls={calls} of={name} />
      </td>
    ))}
  </tr>
);
