import { type CampaignContact, callDirections, contactStates } from '@alo/contract';
import { Button, IconLock, IconPhone, Quiet, Swatch } from '@alo/ui';
import { lazy, Suspense } from 'react';
import { callResult } from '../../domain/calls/call-result.ts';
import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime, lasted } from '../../kit/format/time.ts';
import { AutoCall } from './auto-call.tsx';
import { CampaignCallOutcome } from './call-outcome.tsx';
import styles from './call-page.module.css';
import type { useCalling } from './use-calling.ts';

type Calling = Pick<ReturnType<typeof useCalling>, 'busy' | 'refused' | 'call' | 'kept' | 'later' | 'phone'>;

const SendMessage = lazy(() => import('../../domain/messages/send-message.tsx'));

/** The customer whom one has taken: who they are, what was said before, the button that calls, and behind it what came of it. */
export function ContactPanel({
  contact,
  required,
  previewSeconds,
  ...calling
}: Calling & {
  contact: CampaignContact;
  /** Nobody else is given before it is said what came of this call. */
  required: boolean;
  /** They are called by itself after so long; null where somebody presses the button. */
  previewSeconds: number | null;
}) {
  const { name, phone, awaits_outcome: awaits } = contact;
  const masked = phone.includes('*');
  return (
    <div className={styles.contact}>
      <header>
        <h2>{name}</h2>
        <p className={styles.number}>
          {groupedPhone(phone)}
          {masked && <IconLock size={14} role="img" aria-label="Số được ẩn theo quyền của bạn" />}
        </p>
      </header>
      <Facts contact={contact} />
      {awaits ? (
        <>
          {required && <Quiet size="body">Chiến dịch này bắt buộc ghi kết quả trước khi lấy khách tiếp theo.</Quiet>}
          <CampaignCallOutcome key={`${contact.id} ${contact.attempts}`} {...calling} contact={contact} />
        </>
      ) : (
        <CallButtons key={contact.id} {...calling} previewSeconds={previewSeconds} />
      )}
      <Suspense fallback={null}>
        <SendMessage customerId={contact.customer_id} source="campaign" />
      </Suspense>
      <Before contact={contact} />
    </div>
  );
}

function Facts({ contact }: { contact: CampaignContact }) {
  const { state, attempts, next_at: next } = contact;
  const facts = [
    ['Mã', contact.code],
    ['Phụ trách', contact.user_name ?? ''],
    ['Ghi chú hồ sơ', contact.note],
    ['Ghi chú cuộc gọi', contact.note_in_calling],
    ['Quảng cáo', contact.do_not_call ? 'Khách từ chối quảng cáo' : ''],
  ].filter(([, value]) => value !== '');
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Trong chiến dịch</dt>
        <dd>
          {contactStates[state]}
          {attempts > 0 && ` · đã gọi ${attempts} lần`}
          {state === 'call-again' && next !== null && ` · hẹn ${dateTime(next)}`}
        </dd>
      </div>
      <div>
        <dt>Tình trạng hồ sơ</dt>
        <dd>
          <Swatch colour={contact.status_colour} /> {contact.status_name}
        </dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CallButtons({
  busy,
  refused,
  call,
  later,
  phone,
  previewSeconds,
}: Calling & { previewSeconds: number | null }) {
  const inCall = useMyCalls().data.length > 0;
  const mayCall = phone !== null && phone.whyNot === null && !inCall;
  return (
    <>
      <div className={styles.buttons}>
        <Button
          look="primary"
          size="lg"
          icon={<IconPhone aria-hidden />}
          busy={busy === 'call'}
          disabled={!mayCall}
          onClick={() => void call()}
        >
          Gọi
        </Button>
        <Button look="quiet" size="lg" busy={busy === 'later'} onClick={() => void later()}>
          Bỏ qua
        </Button>
      </div>
      {previewSeconds !== null && mayCall && refused === null && (
        <AutoCall seconds={previewSeconds} onCall={() => void call()} />
      )}
      {phone === null && <Quiet size="body">Bạn chưa có máy nhánh nên chưa gọi được.</Quiet>}
      {phone !== null && inCall && <Quiet size="body">Bạn đang có cuộc gọi.</Quiet>}
      {/* The attempt would be counted, and no call placed. */}
      {!inCall && phone?.whyNot && <Quiet size="body">Chưa gọi được: {phone.whyNot}</Quiet>}
      {refused !== null && (
        <p role="alert" className={styles.refused}>
          Không gọi được: {refused}.
        </p>
      )}
    </>
  );
}

/** What was said for this campaign before, and the last conversations of any kind. */
function Before({ contact: { earlier, calls } }: { contact: CampaignContact }) {
  return (
    <>
      {earlier.length > 0 && (
        <section className={styles.before} aria-label="Kết quả trong chiến dịch">
          <h3>Kết quả trong chiến dịch</h3>
          <ul>
            {earlier.map(({ id, at, outcome_name: outcome, note, by_name: by }) => (
              <li key={id}>
                <b>{outcome}</b>
                {note !== '' && ` · ${note}`}
                <span className={styles.when}>
                  {dateTime(at)}
                  {by !== null && ` · ${by}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.before} aria-label="Cuộc gọi gần đây">
        <h3>Cuộc gọi gần đây</h3>
        {calls.length === 0 && <Quiet size="body">Chưa có cuộc gọi nào.</Quiet>}
        <ul>
          {calls.map((call) => (
            <li key={call.id}>
              {callDirections[call.direction]} · {callResult(call)}
              {call.talk_seconds > 0 && ` · ${lasted(call.talk_seconds)}`}
              <span className={styles.when}>
                {dateTime(call.started_at)}
                {call.agent_name && ` · ${call.agent_name}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
