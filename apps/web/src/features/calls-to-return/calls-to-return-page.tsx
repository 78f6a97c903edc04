import {
  type CallToReturn,
  callsToReturn,
  callsToReturnFigures,
  type RequestOf,
  type ResultOf,
  returnFigures,
  returnTakers,
  unservedStatuses,
} from '@alo/contract';
import { Button, IconButton, IconX, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { usePhoneDoor } from '../../domain/phone-door/phone-door.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count, share, total } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { LiveMark } from '../../kit/live/live-mark.tsx';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { FiguresStrip } from '../../resource/page/figures-strip.tsx';
import { Page } from '../../resource/page/page.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { columns } from './columns.tsx';

const filters = [
  period('from', 'to', 'Thời gian'),
  only('status', oneOf('Lý do', unservedStatuses)),
  only('taken_by', oneOf('Người xử lý', returnTakers)),
];

/** /calls-to-return: one row for each customer who called, was not served, and has not been talked with since. */
export default function CallsToReturnPage() {
  const read = useRead();
  const navigate = useNavigate();
  const list = useListState(filters.flatMap(({ names }) => names));
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(list.state) as RequestOf<typeof callsToReturn>['query'];
  const answer = useQuery({ ...read(callsToReturn, { query }), placeholderData: keepPreviousData });
  const { from, to } = query;
  const figures = useQuery({
    ...read(callsToReturnFigures, { query: { from, to } }),
    placeholderData: keepPreviousData,
  });
  const [closing, setClosing] = useState<CallToReturn>();
  return (
    <Page title="Cần gọi lại" count={answer.data && total(answer.data)} actions={<LiveMark />}>
      <Figures figures={figures.data} isToday={from === undefined && to === undefined} />
      <ListSurface
        name="/calls-to-return"
        caption="Cần gọi lại"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên hoặc đúng số điện thoại"
        filters={filters}
        onOpen={({ id }) => void navigate({ to: '/call-history', search: { id } })}
        actions={(row) => <Actions row={row} onClose={() => setClosing(row)} />}
        empty={
          <State drawing="empty" title="Không còn ai phải gọi lại">
            Khách gọi nhỡ, bỏ cuộc hay để lại lời nhắn trong 30 ngày qua sẽ ở đây cho đến khi có người nói chuyện với
            họ.
          </State>
        }
      />
      {closing && <CloseDialog row={closing} onClose={() => setClosing(undefined)} />}
    </Page>
  );
}

function Actions({ row, onClose }: { row: CallToReturn; onClose: () => void }) {
  const phone = usePhoneDoor();
  const who = row.customer_name ?? groupedPhone(row.phone);
  return (
    <>
      {phone && (
        <Button size="sm" look="primary" aria-label={`Gọi ${who}`} onClick={() => phone.dial(row.call_back)}>
          Gọi
        </Button>
      )}
      <IconButton size="sm" label={`Không cần gọi lại ${who}`} onClick={onClose}>
        <IconX aria-hidden />
      </IconButton>
    </>
  );
}

interface Shown {
  readonly figures: ResultOf<typeof callsToReturnFigures> | undefined;
  readonly isToday: boolean;
}

function Figures({ figures, isToday }: Shown) {
  const days = isToday ? 'hôm nay' : 'trong kỳ';
  const returned = (within: 'within_15_minutes' | 'within_hour' | 'within_day') => ({
    name: returnFigures[within].label,
    formula: `${returnFigures[within].formula} ${days}, không kể khách đóng bằng tay`,
    value: figures && share(figures[within], figures.unserved),
    of: figures && (figures.unserved === 0 ? undefined : `${count(figures[within])}/${count(figures.unserved)}`),
  });
  return (
    <FiguresStrip
      figures={[
        {
          name: isToday ? 'Khách hôm nay còn phải gọi' : 'Khách trong kỳ còn phải gọi',
          formula: `Khách gọi ${days}, chưa được phục vụ và chưa ai nói chuyện với họ`,
          value: figures && count(figures.open),
        },
        returned('within_15_minutes'),
        returned('within_hour'),
        returned('within_day'),
      ]}
    />
  );
}
