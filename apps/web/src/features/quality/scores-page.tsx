import {
  allAccount,
  allTeam,
  assignEvaluations,
  assignedAtMost,
  type EvaluationRow,
  evaluationStates,
  evaluations,
  exportEvaluations,
  type RequestOf,
  scoreQuestionChoices,
  scoreSheetChoices,
} from '@alo/contract';
import { BulkBar, Button, type Column, IconArrowsExchange, IconButton, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { scoreText, scoreTones } from '../../domain/quality/score-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { total } from '../../kit/format/numbers.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { useChosen } from '../../resource/bulk/use-chosen.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import styles from './quality.module.css';

// Few give calls on: the dialog comes when one is.
const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));

const yes = { 1: 'Có' } as const;
const filters = [
  only('to_score', oneOf('Tôi cần chấm', yes)),
  only('own', oneOf('Điểm của tôi', yes)),
  only('state', oneOf('Trạng thái', evaluationStates)),
  period('from', 'to', 'Ngày gửi điểm'),
  only('passed', oneOf('Kết quả', { 1: 'Đạt', 0: 'Chưa đạt' })),
  only('fatal', oneOf('Có lỗi chết', yes)),
  only('counted', oneOf('Đã gửi điểm', yes)),
  only('agent_id', reference('Nhân viên', allAccount)),
  only('scorer_id', reference('Người chấm', allAccount)),
  only('team_id', reference('Nhóm', allTeam)),
  only('sheet_id', reference('Phiếu', scoreSheetChoices)),
  only('question_id', reference('Câu hỏi', scoreQuestionChoices)),
];

const columns: readonly Column<EvaluationRow>[] = [
  { id: 'agent', label: 'Nhân viên', cell: ({ agent }) => agent?.name ?? '–' },
  { id: 'call_started_at', label: 'Cuộc gọi lúc', cell: ({ call_started_at: at }) => <Moment at={at} /> },
  { id: 'sheet_name', label: 'Phiếu', cell: ({ sheet_name: name }) => name },
  {
    id: 'state',
    label: 'Trạng thái',
    cell: ({ state }) => <Status tone={scoreTones[state]}>{evaluationStates[state]}</Status>,
  },
  {
    id: 'percent',
    label: 'Điểm',
    numeric: true,
    cell: ({ percent, fatal }) => (
      <span className={styles.score}>
        {scoreText(percent)}
        {fatal && ' · lỗi chết'}
      </span>
    ),
  },
  { id: 'scorer', label: 'Người chấm', cell: ({ scorer }) => scorer?.name ?? 'Chưa ai nhận' },
  {
    id: 'submitted_at',
    label: 'Gửi lúc',
    hidden: true,
    cell: ({ submitted_at: at }) => (at === null ? '–' : <Moment at={at} />),
  },
  { id: 'reason', label: 'Vì sao cuộc này', hidden: true, cell: ({ reason }) => reason || '–' },
];

/** /call-scores: calls that are scored or are to be; each opens beside its recording. */
export default function ScoresPage() {
  const read = useRead();
  const navigate = useNavigate();
  const list = useListState(filters.flatMap(({ names }) => names));
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(list.state) as RequestOf<typeof evaluations>['query'];
  const answer = useQuery({ ...read(evaluations, { query }), placeholderData: keepPreviousData });
  const may = useMay();
  const mayAssign = may(assignEvaluations.access);
  const selection = useChosen<EvaluationRow>(answer.data?.data ?? [], list.state);
  const [asked, setAsked] = useState<readonly string[]>();
  return (
    <Page title="Chấm điểm" count={answer.data && total(answer.data)}>
      <ListSurface
        name="/call-scores"
        caption="Chấm điểm"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm nhân viên, người chấm"
        filters={filters}
        selection={
          mayAssign
            ? {
                chosen: selection.ids,
                onChange: selection.choose,
                nameOf: ({ agent, call_started_at: at }) => `${agent?.name ?? 'Nhân viên'} ${dateTime(at)}`,
              }
            : undefined
        }
        bulk={
          mayAssign && (
            <BulkBar count={selection.ids.size} onClear={selection.clear}>
              <Button
                size="sm"
                look="quiet"
                disabled={selection.ids.size > assignedAtMost}
                onClick={() => setAsked([...selection.ids])}
              >
                Giao người khác chấm
              </Button>
            </BulkBar>
          )
        }
        actions={
          mayAssign
            ? ({ id, state, agent, call_started_at: at }) =>
                (state === 'due' || state === 'draft') && (
                  <IconButton
                    size="sm"
                    label={`Giao người khác chấm cuộc của ${agent?.name ?? 'nhân viên'} lúc ${dateTime(at)}`}
                    onClick={() => setAsked([id])}
                  >
                    <IconArrowsExchange aria-hidden />
                  </IconButton>
                )
            : undefined
        }
        tools={
          may(exportEvaluations.access) && (
            <ExportMenu endpoint={exportEvaluations} query={listQueryOf(list.state)} name="diem-cuoc-goi" />
          )
        }
        onOpen={({ call_id: id }) => void navigate({ to: '/call-history', search: { id } })}
        empty={
          <State
            drawing="empty"
            title="Chưa có cuộc gọi nào được chấm"
            action={
              <WayOn to="/score-sheets" access="score-sheets.view">
                Phiếu chấm điểm
              </WayOn>
            }
          >
            Tạo phiếu chấm điểm, rồi mở một cuộc gọi trong lịch sử: phần Chấm điểm ở ngay dưới ghi âm.
          </State>
        }
      />
      {asked !== undefined && (
        <Suspense>
          <AssignDialog
            ids={asked}
            onClose={(done) => {
              setAsked(undefined);
              if (done) selection.clear();
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}
