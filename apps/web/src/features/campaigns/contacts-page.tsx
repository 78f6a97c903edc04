import {
  allAccount,
  allDataSource,
  type ContactRow,
  type ContactState,
  campaignContacts,
  campaignCounts,
  campaignResults,
  contactStates,
  exportCampaignContacts,
  historiesCall,
  messageHeards,
  moveContacts,
  numberAll,
  type RequestOf,
  type ResultOf,
} from '@alo/contract';
import { Button, buttonClass, IconChartBar, State } from '@alo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';

import { referenceOrNone } from '../../domain/calls/places.tsx';
import { outcomeField } from '../../domain/outcomes/outcome-field.tsx';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { useMay } from '../../kit/me/me.ts';
import { listQueryOf, useListState } from '../../kit/url/list-state.ts';
import { useChosen } from '../../resource/bulk/use-chosen.ts';
import { oneOf } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { ExportMenu } from '../../resource/list/export-menu.tsx';
import { ListSurface } from '../../resource/list/list-surface.tsx';
import { Page } from '../../resource/page/page.tsx';
import { WayOn } from '../../resource/page/way-on.tsx';
import { contactColumns } from './contact-columns.tsx';
import styles from './contacts.module.css';

/** Few of those who look change anything. */
const ContactMoves = lazy(() => import('./contact-moves.tsx'));

const hours = Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [String(hour), `${hour}h`]));
const times = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [String(n + 1), `Lần ${n + 1}`]));

const pressable = {
  ...Object.fromEntries('1234567890*#'.split('').map((key) => [key, `Phím ${key}`])),
  none: 'Không bấm phím',
};

const filters = [
  only('state', oneOf('Trạng thái', contactStates)),
  only('outcome', outcomeField('Kết quả')),
  only('called_by', referenceOrNone('Người gọi', allAccount, 'Không rõ')),
  only('assigned_to', referenceOrNone('Giao cho', allAccount, 'Chưa giao cho ai')),
  only('nth', oneOf('Lần gọi', times)),
  only('hour', oneOf('Giờ gọi', hours)),
  only('shown', referenceOrNone('Đầu số', numberAll, 'Theo quy tắc gọi ra')),
  only('heard', oneOf('Nghe thông điệp', { ...messageHeards, none: 'Không nghe' })),
  only('pressed', oneOf('Phím bấm', pressable)),
  only('list', referenceOrNone('Nguồn khách', allDataSource, 'Không có nguồn'), allDataSource.access),
];

/** Who is in a campaign, and how far it has come with each. */
export default function ContactsPage() {
  const { id = '' } = useParams({ strict: false });
  return <ContactsOf key={id} id={id} />;
}

function ContactsOf({ id }: { id: string }) {
  const read = useRead();
  const may = useMay();
  const navigate = useNavigate();
  const list = useListState(filters.flatMap(({ names }) => names));
  const { state } = list;
  // Words of the address; the server parses them again and refuses what makes no sense.
  const query = listQueryOf(state) as RequestOf<typeof campaignContacts>['query'];
  const answer = useQuery({ ...read(campaignContacts, { params: { id }, query }), placeholderData: keepPreviousData });
  const counts = useQuery(read(campaignCounts, { params: { id } })).data;
  const selection = useChosen<ContactRow>(answer.data?.data ?? [], state);
  const maySeeCalls = may(historiesCall.access);
  const columns = useMemo(() => contactColumns(id, { calls: maySeeCalls }), [id, maySeeCalls]);
  const mayMove = may(moveContacts.access);
  return (
    <Page
      title={counts?.campaign.name ?? 'Khách của chiến dịch'}
      count={counts && count(counts.total)}
      actions={
        <>
          <Link to="/marketings/campaign" search={{ id }} className={buttonClass('quiet')}>
            Về chiến dịch
          </Link>
          {may(campaignResults.access) && (
            <Link to="/marketings/campaign/results/$id" params={{ id }} className={buttonClass()}>
              <IconChartBar aria-hidden />
              Kết quả
            </Link>
          )}
        </>
      }
    >
      {counts !== undefined && counts.total > 0 && (
        <States counts={counts} chosen={state.filters['state']} onChoose={(to) => list.setFilters({ state: to })} />
      )}
      <ListSurface
        name="/marketings/campaign/contacts"
        caption="Khách của chiến dịch"
        list={list}
        answer={answer}
        columns={columns}
        searchLabel="Tìm tên, mã hoặc số điện thoại"
        filters={filters.filter(({ access }) => access === undefined || may(access))}
        selection={
          mayMove ? { chosen: selection.ids, onChange: selection.choose, nameOf: ({ name }) => name } : undefined
        }
        bulk={
          mayMove && (
            <Suspense>
              <ContactMoves campaignId={id} selection={selection} found={answer.data} />
            </Suspense>
          )
        }
        tools={
          may(exportCampaignContacts.access) && (
            <ExportMenu
              endpoint={exportCampaignContacts}
              params={{ id }}
              query={listQueryOf(state)}
              name="khach-cua-chien-dich"
            />
          )
        }
        onOpen={({ customer_id: customer }) => void navigate({ to: '/customer', search: { id: customer } })}
        empty={
          <State
            drawing="empty"
            title="Chiến dịch chưa có khách nào"
            action={
              <WayOn to="/customer" access="customer.view">
                Danh sách khách hàng
              </WayOn>
            }
          >
            Chọn khách trong danh sách khách hàng rồi “Thêm vào chiến dịch”.
          </State>
        }
      />
    </Page>
  );
}

/** How many there are in each state, which is the way to them. */
function States({
  counts,
  chosen,
  onChoose,
}: {
  counts: ResultOf<typeof campaignCounts>;
  chosen: string | undefined;
  onChoose: (state: string | undefined) => void;
}) {
  const some = (Object.keys(contactStates) as ContactState[]).filter((state) => counts.states[state] > 0);
  return (
    <div className={styles.states}>
      {some.map((state) => (
        <Button
          key={state}
          size="sm"
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? undefined : state)}
        >
          {contactStates[state]} {count(counts.states[state])}
        </Button>
      ))}
    </div>
  );
}
