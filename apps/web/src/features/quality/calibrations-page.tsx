import {
  allAccount,
  type CalibrationRow,
  calibrationStates,
  calibrations,
  openCalibration,
  type RequestOf,
  scoreSheetChoices,
} from '@alo/contract';
import { buttonClass, type Column, IconPlus, State, Status } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { agreementLevelOf, alphaText, calibrationTones } from '../../domain/quality/calibration-words.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count, share, total } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';

const filters = [
  only('to_score', oneOf('Tôi cần chấm', { 1: 'Có' } as const)),
  only('state', oneOf('Trạng thái', calibrationStates)),
  only('sheet_id', reference('Phiếu', scoreSheetChoices)),
  only('scorer_id', reference('Người chấm', allAccount)),
];

const columns: readonly Column<CalibrationRow>[] = [
  { id: 'name', label: 'Tên buổi', cell: ({ name }) => name },
  {
    id: 'state',
    label: 'Trạng thái',
    cell: ({ state, to_score: mine }) => (
      <Status tone={mine ? 'paused' : calibrationTones[state]}>
        {mine ? 'Bạn cần chấm' : calibrationStates[state]}
      </Status>
    ),
  },
  { id: 'sheet_name', label: 'Phiếu', cell: ({ sheet_name: name }) => name },
  { id: 'calls', label: 'Cuộc gọi', numeric: true, cell: ({ calls }) => count(calls) },
  {
    id: 'given',
    label: 'Đã chấm xong',
    numeric: true,
    cell: ({ given, scorers }) => `${count(given)}/${count(scorers)}`,
  },
  { id: 'agreed', label: 'Khớp nhau', numeric: true, cell: ({ agreed, pairs }) => share(agreed, pairs) },
  {
    id: 'alpha',
    label: 'Đồng thuận',
    cell: ({ alpha }) => {
      const level = agreementLevelOf(alpha);
      return level === undefined ? '–' : <Status tone={level.tone}>{`${level.words} (${alphaText(alpha)})`}</Status>;
    },
  },
  { id: 'leader', label: 'Chủ trì', hidden: true, cell: ({ leader }) => leader?.name ?? '–' },
  { id: 'created_at', label: 'Mở lúc', cell: ({ created_at: at }) => <Moment at={at} /> },
];

/** /calibrations: calls that several people score without seeing one another, and how far they agree. */
export default function CalibrationsPage() {
  const read = useRead();
  const may = useMay();
  const navigate = useNavigate();
  const list = useListState(filters.flatMap(({ names }) => names));
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(list.state) as RequestOf<typeof calibrations>['query'];
  const answer = useQuery({ ...read(calibrations, { query }), placeholderData: keepPreviousData });
  return (
    <Page
      title="Hiệu chuẩn"
      count={answer.data && total(answer.data)}
      actions={
        <>
          <Link to="/calibrated-scorers" className={buttonClass('quiet')}>
            Từng người chấm
          </Link>
          {may(openCalibration.access) && (
            <Link to="/calibration/open" className={buttonClass('primary')}>
              <IconPlus aria-hidden />
              Mở buổi hiệu chuẩn
            </Link>
          )}
        </>
      }
    >
      <ListSurface
        name="/calibrations"
        caption="Hiệu chuẩn"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên buổi"
        filters={filters}
        onOpen={({ id }) => void navigate({ to: '/calibration/view/$id', params: { id } })}
        empty={
          <State
            drawing="empty"
            title="Chưa có buổi hiệu chuẩn nào"
            action={
              <WayOn to="/score-sheets" access="score-sheets.view">
                Phiếu chấm điểm
              </WayOn>
            }
          >
            Vài người cùng chấm một cuộc gọi mà không thấy điểm của nhau, rồi so từng câu: phiếu có được hiểu giống nhau
            không. Điểm ở đây không tính cho nhân viên nào.
          </State>
        }
      />
    </Page>
  );
}
