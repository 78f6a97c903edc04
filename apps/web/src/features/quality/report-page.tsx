import {
  headOf,
  type RequestOf,
  type ScoreGrouping,
  type ScoreReportRow,
  scoreFigures,
  scoreGrouping,
  scoreGroupings,
  scoreReport,
  scoresOfGroup,
} from '@alo/contract';
import { type Column, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { scoreText } from '../../domain/quality/score-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';

const filters = [only('by', oneOf('Theo', scoreGroupings)), period('from', 'to', 'Ngày gửi điểm')];

type Figure = keyof typeof scoreFigures;
const figures = Object.keys(scoreFigures) as Figure[]; // what the object is written with
const textOf = (counts: Pick<ScoreReportRow, Figure>, figure: Figure): string =>
  scoreFigures[figure].unit === 'percent' ? scoreText(counts[figure]) : count(counts[figure] ?? 0);

/** /report-scores: what scores come to by person, team, sheet, question or time; each count leads to exactly its calls. */
export default function ScoreReportPage() {
  const read = useRead();
  const list = useListState(filters.flatMap(({ names }) => names));
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(list.state) as RequestOf<typeof scoreReport>['query'];
  const answer = useQuery({ ...read(scoreReport, { query }), placeholderData: keepPreviousData });
  const by = scoreGrouping.safeParse(query.by).data ?? 'agent';
  const { from, to } = query;
  const columns = useMemo(() => columnsBy(by, { from, to }), [by, from, to]);
  return (
    <Page title="Báo cáo điểm cuộc gọi">
      <FiguresStrip
        figures={figures.map((figure) => ({
          name: headOf(scoreFigures[figure]),
          formula: scoreFigures[figure].formula,
          value: answer.data && textOf(answer.data.total_row, figure),
        }))}
      />
      <ListSurface
        name="/report-scores"
        caption="Báo cáo điểm cuộc gọi"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel={`Tìm ${scoreGroupings[by].toLowerCase()}`}
        filters={filters}
        empty={
          <State
            drawing="empty"
            title="Chưa có điểm nào"
            action={
              <WayOn to="/call-scores" access="quality.view">
                Chấm điểm
              </WayOn>
            }
          >
            Điểm được tính vào đây ngay khi người chấm gửi cho nhân viên.
          </State>
        }
      />
    </Page>
  );
}

const columnsBy = (
  by: ScoreGrouping,
  days: { from: string | undefined; to: string | undefined },
): readonly Column<ScoreReportRow>[] => [
  { id: 'name', label: scoreGroupings[by], cell: ({ name }) => name },
  ...figures.map(
    (figure): Column<ScoreReportRow> => ({
      id: figure,
      label: headOf(scoreFigures[figure]),
      numeric: true,
      cell: (row) => {
        const behind = figure === 'scored' ? scoresOfGroup(by, row.id, days) : null;
        return behind === null ? (
          textOf(row, figure)
        ) : (
          <Link to="/call-scores" search={behind} aria-label={`${textOf(row, figure)} điểm của ${row.name}`}>
            {textOf(row, figure)}
          </Link>
        );
      },
    }),
  ),
];
