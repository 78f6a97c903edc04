import {
  type AuditRow,
  activityUserTenant,
  allAccount,
  exportActivity,
  inTrailWords,
  type RequestOf,
  trailActionWords,
  trailSubjectWords,
} from '@alo/contract';
import { type Column, State, Status, type StatusTone } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { useRead } from '../../kit/api/queries.ts';
import { total } from '../../kit/format/numbers.ts';
import { clockSeconds, date } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only, period } from '../../resource/fields/filters.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import { ActivityDrawer } from './activity-drawer.tsx';

const filters = [
  period('from', 'to', 'Thời gian'),
  only('account_id', reference('Người', allAccount), allAccount.access),
  only('action', oneOf('Thao tác', trailActionWords)),
  only('subject', oneOf('Đối tượng', trailSubjectWords)),
];

/** Attention is asked for what went wrong; the rest is history. */
const toneOf = (action: string): StatusTone =>
  action.endsWith('-failed') || action === 'refused' || action === 'guessing-noticed'
    ? 'bad'
    : action === 'delete'
      ? 'paused'
      : 'offline';

const whoOf = ({ account_id, account_name }: AuditRow): string =>
  account_name ?? (account_id === null ? 'Chưa đăng nhập' : 'Tài khoản đã xoá');

const columns: readonly Column<AuditRow>[] = [
  { id: 'account_name', label: 'Người', width: 160, cell: whoOf },
  {
    id: 'action',
    label: 'Thao tác',
    width: 190,
    cell: ({ action }) => <Status tone={toneOf(action)}>{inTrailWords(trailActionWords, action)}</Status>,
  },
  { id: 'subject', label: 'Đối tượng', cell: ({ subject }) => inTrailWords(trailSubjectWords, subject) },
  { id: 'subject_name', label: 'Tên', cell: ({ subject_name }) => subject_name ?? <span aria-hidden>–</span> },
  {
    id: 'at',
    label: 'Lúc',
    width: 160,
    cell: ({ at }) => (
      <time dateTime={at}>
        {date(at)} {clockSeconds(at)}
      </time>
    ),
  },
  { id: 'network', label: 'Mạng', cell: ({ network }) => network || <span aria-hidden>–</span> },
];

/** /activity-user-tenant: who did what, newest first. */
export default function ActivityPage() {
  const read = useRead();
  const may = useMay();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state, open } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof activityUserTenant>['query'];
  const answer = useQuery({ ...read(activityUserTenant, { query }), placeholderData: keepPreviousData });
  return (
    <Page title="Nhật ký hoạt động" count={answer.data && total(answer.data)}>
      <ListSurface
        name="/activity-user-tenant"
        caption="Nhật ký hoạt động"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm người hoặc tên"
        filters={filters}
        tools={
          may(exportActivity.access) && (
            <ExportMenu endpoint={exportActivity} query={listQueryOf(state)} name="nhat-ky-hoat-dong" />
          )
        }
        onOpen={({ id }) => open(id)}
        empty={
          <State drawing="empty" title="Chưa có gì trong nhật ký">
            Mọi thay đổi, lần đăng nhập và lần nghe ghi âm sẽ hiện ở đây.
          </State>
        }
      />
      <ActivityDrawer id={state.id} rows={answer.data?.data ?? []} onOpen={open} />
    </Page>
  );
}
