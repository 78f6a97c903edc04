import {
  type CallNote as CallNoteBefore,
  callDirections,
  customers,
  isUnfilled,
  keepDisposition,
  myLastCall,
  type RowOf,
  type Task,
  tagCall,
} from '@alo/contract';
import { buttonClass, Fact, Facts, IconButton, IconX } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type Ref, Suspense, useEffect, useState } from 'react';
import { callResult } from '../../domain/calls/call-result.ts';
import { ownFieldOf } from '../../domain/own-fields/own-field.tsx';
import { useOwnFields } from '../../domain/own-fields/use-own-fields.ts';
import { useRead } from '../../kit/api/queries.ts';
import { useSeconds } from '../../kit/clock/use-seconds.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { clock, dateTime, lasted } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import type { CallOrigin, CustomerByPhone } from '../model/caller.ts';
import { CallOriginLine } from '../window/call-origin.tsx';
import { CallNote, type CardHandle } from './call-note-field.tsx';
import { CallScript } from './call-script.tsx';
import styles from './customer-card.module.css';
import { FromCrm } from './from-crm.tsx';
import { LastNotes } from './last-notes.tsx';
import { Matches } from './matches.tsx';
import { Stranger } from './stranger.tsx';
import { useCrm } from './use-crm.ts';

const TagsOfCall = lazy(() => import('../../domain/tags/tags-of-call.tsx'));

const SendMessage = lazy(() => import('../../domain/messages/send-message.tsx'));
const SendSurvey = lazy(() => import('../../domain/messages/send-survey.tsx'));
const SurveyLinks = lazy(() => import('../../domain/surveys/survey-links.tsx'));

type Customer = RowOf<typeof customers>;

/** The customer pop-up: who it is, what was said the last times, and a note that is saved as it is typed. */
export function CustomerCard({
  session,
  conversation,
  found,
  number,
  came,
  before,
  startedAt,
  shows,
  consulted,
  waits,
  here,
  onChoose,
  onClosed,
  onClose,
  ref,
}: {
  /** The phone's own name of the call that it is of. */
  session: string;
  /** The switchboard's; null until it is known. */
  conversation: string | null;
  found: CustomerByPhone;
  number: string;
  /** How the call came, as long as it is going on. */
  came: CallOrigin | null;
  /** Whether it is of a call that was going on before this page was there. */
  before: boolean;
  /** The phone is in this page: in no other tab, and in no frame of another page. */
  here: boolean;
  /** Of several who may be calling it is this one. */
  onChoose: (customer: string) => void;
  /** When the call began, where that is known. */
  startedAt: string | null;
  /** `outcome` is what is asked behind a call that one made; `going` is there until nothing would be lost with it. */
  shows: 'whole' | 'outcome' | 'going';
  /** A colleague asks about them: note and outcome are the colleague's, until one has the call. */
  consulted: boolean;
  /** Whether the call waits beside another one at this moment. */
  waits: () => boolean;
  onClosed: () => void;
  onClose: () => void;
  ref: Ref<CardHandle>;
}) {
  const { customer } = found;
  const talks = shows === 'whole' && !consulted && came !== null && came.answered_at !== null;
  const crm = useCrm({ number, conversation, customer: customer?.id, talks: talks && here });
  // Words in the form below are as good as words in the note: nothing closes over them.
  const [touched, setTouched] = useState(false);
  const [bar, setBar] = useState<HTMLDivElement | null>(null);
  const may = useMay();
  const own = found.notes.find(({ mine, call_id: call }) => mine && call !== null && call === conversation);
  const said = conversation !== null && found.said.includes(conversation);
  const whole = shows !== 'outcome';
  const label = consulted ? 'Khách hàng được hỏi ý kiến' : whole ? 'Khách hàng đang gọi' : 'Ghi kết quả cuộc gọi';
  return (
    <aside className={styles.card} aria-label={label}>
      <header className={styles.top}>
        <div className={styles.names}>
          <h2>{customer?.name ?? (crm.said?.found?.name || 'Khách chưa có trong danh bạ')}</h2>
          <p>{groupedPhone(customer?.phone ?? number)}</p>
        </div>
        {customer && may(customers.update.access) && (
          <Link to="/customer/edit/$id" params={{ id: customer.id }} className={buttonClass('quiet', 'sm')}>
            Sửa
          </Link>
        )}
        <IconButton label={whole ? 'Đóng thông tin khách hàng' : 'Bỏ qua'} size="sm" onClick={onClose}>
          <IconX aria-hidden />
        </IconButton>
      </header>
      <div className={styles.inside}>
        {customer && found.matches.length > 1 && (
          <Matches matches={found.matches} shown={customer.id} onChoose={onChoose} />
        )}
        {came && <CallOriginLine came={came} />}
        {came && !consulted && <CallScript of={came.script_of} customer={customer} number={number} />}
        {before && <CallBefore />}
        <FromCrm {...crm} />
        {whole && <LastCalls calls={found.calls} />}
        {consulted ? (
          <>
            <LastNotes notes={found.notes.slice(0, notesAbove)} />
            <ClosesAtOnce wanted={shows === 'whole'} onClosed={onClosed} />
          </>
        ) : customer ? (
          <CallNote
            key={customer.id}
            ref={ref}
            session={session}
            conversation={conversation}
            customer={customer}
            notes={found.notes.filter((note) => !isOfThisCall(note, { conversation, startedAt })).slice(0, notesAbove)}
            own={own?.text}
            said={said}
            touched={touched}
            wanted={shows !== 'going' || touched}
            waits={waits}
            bar={bar}
            onClosed={onClosed}
            onTouched={setTouched}
            onKept={onClose}
          />
        ) : (
          <>
            <Stranger
              call={session}
              conversation={conversation}
              number={number}
              own={own}
              said={said}
              nameElsewhere={crm.said?.found?.name ?? ''}
              bar={bar}
              onTouched={setTouched}
              onKept={onClose}
            />
            <ClosesAtOnce
              wanted={shows === 'whole' || (shows === 'outcome' && may(keepDisposition.access)) || touched}
              onClosed={onClosed}
            />
          </>
        )}
        {!consulted && conversation !== null && may(tagCall.access) && (
          <Suspense fallback={null}>
            <TagsOfCall call={conversation} />
          </Suspense>
        )}
        {whole && customer && <CustomerFacts customer={customer} tasks={found.tasks} />}
        {customer && (
          <Suspense fallback={null}>
            {whole && <SendMessage customerId={customer.id} source="card" />}
            {!consulted && <SendSurvey customerId={customer.id} />}
            {whole && <SurveyLinks customerId={customer.id} />}
          </Suspense>
        )}
      </div>
      <div ref={setBar} className={styles.bar} />
    </aside>
  );
}

/** So many conversations before this one have their notes above the own one. */
const notesAbove = 3;

/** What one wrote oneself in this conversation stands below, where it is written on. */
const isOfThisCall = (
  { mine, at, call_id: call }: CallNoteBefore,
  { conversation, startedAt }: { readonly conversation: string | null; readonly startedAt: string | null },
): boolean => mine && (call === null ? startedAt !== null && at !== null && at >= startedAt : call === conversation);

function CustomerFacts({ customer, tasks }: { customer: Customer; tasks: readonly Task[] }) {
  const facts = [
    ['Mã', customer.code],
    ['Tình trạng hồ sơ', customer.is_status],
    ['Phụ trách', customer.user_name ?? ''],
    ['Nguồn', customer.is_datasource ?? ''],
    ['Dự án', customer.is_project ?? ''],
    ['Địa chỉ', customer.address],
    ['E-mail', customer.email],
    ['Zalo', customer.zalo],
    ['Facebook', customer.facebook],
    ['Ghi chú hồ sơ', customer.note],
  ].filter(([, value]) => value !== '');
  const { data: own } = useOwnFields();
  const { next_call_at: promised } = customer;
  return (
    <Facts beside={112} className={styles.facts}>
      {promised !== null && <Promised at={promised} />}
      {tasks.map(({ id, text, due_at: due }) => (
        <Fact key={id} name="Việc cần làm">
          {text}
          {due !== null && ` · hạn ${dateTime(due)}`}
        </Fact>
      ))}
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {own?.data
        .filter((field) => field.on_popup && !isUnfilled(customer.own[field.id]))
        .map((field) => {
          const { Show } = ownFieldOf(field);
          return (
            <div key={field.id}>
              <dt>{field.name}</dt>
              <dd>
                <Show value={customer.own[field.id]} />
              </dd>
            </div>
          );
        })}
    </Facts>
  );
}

/** A promise that is open: that its time has come is what whoever answers has to see first. */
function Promised({ at }: { at: string }) {
  const isDue = Date.parse(at) <= useSeconds();
  return (
    <div className={isDue ? styles.due : undefined}>
      <dt>Hẹn gọi lại</dt>
      <dd>
        {dateTime(at)}
        {isDue && ' · đã đến hẹn'}
      </dd>
    </div>
  );
}

/** What became of a call that this page was loaded again in or after, as long as the phone does not have it back. */
function CallBefore() {
  const { data } = useQuery({
    ...useRead()(myLastCall, {}),
    refetchInterval: ({ state }) => (state.data?.call?.status === 'in_progress' ? askEveryMs : false),
  });
  const call = data?.call;
  if (!call) return null;
  const { direction, status, started_at: at, talk_seconds: talked } = call;
  return (
    <output className={styles.before}>
      {status === 'in_progress'
        ? 'Trang vừa được tải lại giữa cuộc gọi: đang nối lại…'
        : `${callDirections[direction]} lúc ${clock(at)} đã kết thúc · ${callResult(call)}${talked > 0 ? ` · ${lasted(talked)}` : ''}`}
    </output>
  );
}

const askEveryMs = 1_000;

/** A number without a customer has no note to lose. */
function ClosesAtOnce({ wanted, onClosed }: { wanted: boolean; onClosed: () => void }) {
  useEffect(() => {
    if (!wanted) onClosed();
  }, [wanted, onClosed]);
  return null;
}

function LastCalls({ calls }: Pick<CustomerByPhone, 'calls'>) {
  return (
    <section className={styles.calls} aria-label="Cuộc gọi gần đây">
      <h3>Cuộc gọi gần đây</h3>
      {calls.length === 0 && <p className={styles.none}>Chưa có cuộc gọi nào</p>}
      <ul>
        {calls.map((call) => (
          <li key={call.id}>
            <span>
              {callDirections[call.direction]} · {callResult(call)}
              {call.talk_seconds > 0 && ` · ${lasted(call.talk_seconds)}`}
            </span>
            <span className={styles.when}>
              {dateTime(call.started_at)}
              {call.agent_name && ` · ${call.agent_name}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
