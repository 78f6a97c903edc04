import {
  inTrailWords,
  operatedRefusals,
  type RefusalKind,
  type RequestOf,
  type ResultOf,
  refusalKinds,
  trailSubjectWords,
} from '@alo/contract';
import { type Column, State, Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { count, total } from '../../kit/format/numbers.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Moment } from '../../resource/page/moment.tsx';
import { Page } from '../../resource/page/page.tsx';

type Refusal = ResultOf<typeof operatedRefusals>['data'][number];

/** Who reaches for what is another's is looked at first; a row that is gone, or a password that was mistyped, is everybody's day. */
const tones: Readonly<Record<RefusalKind, StatusTone>> = {
  company: 'bad',
  others: 'bad',
  inside: 'bad',
  network: 'bad',
  right: 'paused',
  sign_in: 'paused',
  too_much: 'paused',
  not_there: 'offline',
  malformed: 'offline',
  slip: 'offline',
};

const columns: readonly Column<Refusal>[] = [
  { id: 'company', label: 'Công ty', width: 190, cell: ({ company }) => company ?? 'Chưa đăng nhập' },
  { id: 'ma_dn', label: 'Mã', hidden: true, cell: ({ ma_dn: code }) => code ?? '–' },
  { id: 'kind', label: 'Vì sao', cell: ({ kind }) => <Status tone={tones[kind]}>{refusalKinds[kind]}</Status> },
  { id: 'asked', label: 'Việc bị từ chối', width: 330, cell: askedOf },
  { id: 'tries', label: 'Số lần', numeric: true, cell: ({ tries }) => count(tries) },
  { id: 'network', label: 'Mạng, lần cuối', cell: ({ network }) => network || '–' },
  { id: 'last_at', label: 'Lần cuối', cell: ({ last_at: at }) => <Moment at={at} /> },
  { id: 'first_at', label: 'Lần đầu', hidden: true, cell: ({ first_at: at }) => <Moment at={at} /> },
  { id: 'who', label: 'Mã người hoặc khoá', hidden: true, cell: ({ who }) => who ?? '–' },
];

const filters = [only('kind', oneOf('Vì sao', refusalKinds)), period('from', 'to', 'Ngày')];

/** What was refused of each company, and of whom nobody knows: how often and from where, and nothing of what they sent. */
export function RefusalsPage() {
  const read = useRead();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const { page, search, kind, from, to } = listQueryOf(state) as RequestOf<typeof operatedRefusals>['query'];
  const answer = useQuery({
    ...read(operatedRefusals, { query: { page, search, kind, from, to } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Việc bị từ chối" count={answer.data && total(answer.data)}>
      <ListSurface
        name="/operator/refusals"
        caption="Việc bị từ chối"
        list={list}
        answer={answer}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        searchLabel="Tìm công ty hoặc mã"
        filters={filters}
        empty={
          <State drawing="empty" title="Chưa từ chối việc gì">
            Ai đụng đến thứ của công ty khác, dùng khoá sai hoặc gửi quá nhiều sẽ hiện ở đây, đếm theo ngày trong 90
            ngày.
          </State>
        }
      />
    </Page>
  );
}

/** A call of the API, or what was to lead inside, by the name that people know it by. */
function askedOf({ asked, kind }: Refusal) {
  if (asked === '') return 'Nhiều việc khác, đếm chung';
  return kind === 'inside' ? inTrailWords(trailSubjectWords, asked) : <code>{asked}</code>;
}
