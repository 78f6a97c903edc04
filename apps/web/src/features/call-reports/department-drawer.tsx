import { type CallCounts, callsOfDepartment, ownFigures, type RequestOf } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import type { Search } from '../../kit/url/search.ts';
import { rangeText } from '../../resource/fields/times.tsx';
import styles from './call-reports.module.css';
import { ReportDrawer, ReportLine, ReportPart } from './report-drawer.tsx';
import { CallsFigure } from './report-parts.tsx';

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
  const days = data && {
    from: data.from,
    to: data.to,
    ...(direction !== undefined && { direction }),
    ...(queue_id !== undefined && { queue_id }),
  };
  return (
    <ReportDrawer
      {...{ id, rows, onOpen }}
      width={720}
      title={data?.name ?? 'Phòng ban'}
      what="phòng ban"
      reading={{ isRead: data !== undefined, error, refetch }}
    >
      {data !== undefined && days !== undefined && (
        <>
          <p className={styles.days}>{rangeText({ from: data.from, to: data.to })}</p>
          {data.teams.map((team) => {
            const calls = { ...days, department_id: data.id, team_id: team.id };
            return (
              <ReportPart
                key={team.id}
                title={team.name}
                first="Nhân viên"
                figures={shown.map((figure) => ownFigures[figure])}
              >
                {team.people.map((person) => (
                  <Line
                    key={person.id}
                    name={`${person.name} · ${person.extension}`}
                    counts={person}
                    calls={{ ...days, account_id: person.id }}
                  />
                ))}
                <Line name="Cả nhóm" counts={team} calls={calls} isSum />
              </ReportPart>
            );
          })}
        </>
      )}
    </ReportDrawer>
  );
}

const Line = ({ counts, calls, ...line }: { name: string; counts: CallCounts; calls: Search; isSum?: boolean }) => (
  <ReportLine
    {...line}
    figures={shown}
    show={(figure) => <CallsFigure counts={counts} figure={figure} calls={calls} of={line.name} />}
  />
);
