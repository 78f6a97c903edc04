import type { Calling } from '@alo/contract';
import { callsByItself, campaignKinds } from '@alo/contract';
import { AfterDelay, Button, buttonClass, IconPhone, IconRefresh, Progress, Skeleton, State } from '@alo/ui';
import { Link, useParams } from '@tanstack/react-router';

import { Script } from '../../domain/scripts/script.tsx';
import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMe } from '../../kit/me/me.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Page, Surface } from '../../resource/page/page.tsx';
import { CampaignCallOutcome } from './call-outcome.tsx';
import styles from './call-page.module.css';
import { ContactPanel } from './contact-panel.tsx';
import { Dialling } from './dialling.tsx';
import { useCalling } from './use-calling.ts';

/** Whoever calls for a campaign: one customer after the other, with what to say beside them. */
export function CallPage() {
  const { id = '' } = useParams({ strict: false });
  return <CallingFor key={id} id={id} />;
}

function CallingFor({ id }: { id: string }) {
  const calling = useCalling(id);
  const { answer, out, contact } = calling;
  const { data, error } = answer;
  return (
    <Page
      title={data?.campaign.name ?? 'Gọi theo chiến dịch'}
      actions={
        <Link to="/marketings/campaign" className={buttonClass('quiet')}>
          Danh sách chiến dịch
        </Link>
      }
    >
      {error !== null && (data === undefined || out) && (
        <Surface>
          <LoadFailed error={error} onRetry={() => void answer.refetch()} />
        </Surface>
      )}
      {data === undefined && error === null && (
        <AfterDelay>
          <Skeleton width="100%" height={320} />
        </AfterDelay>
      )}
      {data !== undefined && !out && (
        <>
          <CampaignProgress {...data.campaign} />
          <div className={styles.columns}>
            <Surface padded>
              {data.owes !== null ? (
                <Owed owes={data.owes} calling={calling} />
              ) : contact === null ? (
                callsByItself(data.campaign.mode) ? (
                  <Dialling id={id} waits />
                ) : (
                  <Nobody data={data} calling={calling} />
                )
              ) : (
                <ContactPanel
                  {...calling}
                  contact={contact}
                  required={data.campaign.outcome_required}
                  previewSeconds={data.campaign.mode === 'preview' ? data.campaign.preview_seconds : null}
                />
              )}
            </Surface>
            <ScriptOf data={data} />
          </div>
        </>
      )}
    </Page>
  );
}

/** With the customer's own values in it. */
function ScriptOf({ data: { campaign, contact } }: { data: Calling }) {
  const me = useMe();
  return (
    <Script
      text={campaign.script}
      none="Chiến dịch này chưa có kịch bản."
      customer={contact?.id ?? ''}
      values={{
        'Tên khách': contact?.name,
        'Mã khách': contact?.code,
        'Số điện thoại': contact === null ? undefined : groupedPhone(contact.phone),
        'Trạng thái hồ sơ': contact?.status_name,
        'Người phụ trách': contact?.user_name ?? undefined,
        'Tên tôi': me?.name,
        'Tên chiến dịch': campaign.name,
      }}
    />
  );
}

function CampaignProgress({ kind, contacts, called, reached, finished }: Calling['campaign']) {
  const words = `${count(contacts)} khách · đã gọi ${count(called)} · đã gặp ${count(reached)} · đã xong ${count(finished)}`;
  return (
    <div className={styles.progress}>
      <p>
        {campaignKinds[kind]} · {words}
      </p>
      <Progress label="Tiến độ chiến dịch" value={finished} of={contacts} />
    </div>
  );
}

/** The last call comes before everybody else: the campaign asks what came of it, and its customer is one's own no more. */
function Owed({ owes, calling }: { owes: NonNullable<Calling['owes']>; calling: ReturnType<typeof useCalling> }) {
  return (
    <div className={styles.contact}>
      <h2>{owes.name}</h2>
      <p>
        Chiến dịch này bắt buộc ghi kết quả. Hãy ghi kết quả cuộc gọi lúc {dateTime(owes.called_at)} rồi gọi khách tiếp
        theo.
      </p>
      <CampaignCallOutcome key={`${owes.id} ${owes.attempts}`} {...calling} contact={owes} />
    </div>
  );
}

/** Nobody is taken: how many could be, or why nobody can, in numbers and words. */
function Nobody({ data, calling }: { data: Calling; calling: ReturnType<typeof useCalling> }) {
  const { next, busy, answer } = calling;
  if (data.ready > 0) {
    return (
      <State
        drawing="empty"
        title={`${count(data.ready)} khách có thể gọi ngay`}
        action={
          <Button
            look="primary"
            size="lg"
            icon={<IconPhone aria-hidden />}
            busy={busy === 'next'}
            onClick={() => void next()}
          >
            Lấy khách tiếp theo
          </Button>
        }
      >
        Khách bạn lấy không ai khác gọi cho đến khi bạn xong, bỏ qua hoặc rời trang.
      </State>
    );
  }
  return (
    <State
      drawing="no-match"
      title="Lúc này chưa có ai để gọi"
      action={
        <Button icon={<IconRefresh aria-hidden />} busy={answer.isFetching} onClick={() => void answer.refetch()}>
          Xem lại
        </Button>
      }
    >
      <ul className={styles.why}>
        {data.why.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </State>
  );
}
