import type { MyCall } from '@alo/contract';
import type { ActiveCall, BesideCall } from '@alo/softphone';
import { Button, IconButton, IconPhoneOff } from '@alo/ui';

import { useMyCalls } from '../../domain/calls/use-my-calls.ts';
import { useHands } from '../control/use-hands.ts';
import { useCaller } from '../model/caller.ts';
import { conversationOf, partyNow, ringingOf } from '../model/conversation.ts';
import { usePhoneContext, usePhoneSnapshot } from '../model/phone-context.ts';
import { shortcuts } from '../model/shortcuts.ts';
import { placeWords } from '../model/there.ts';
import styles from './beside-calls.module.css';
import { Timer } from './timer.tsx';

/** Who rings while one talks, and who waits: each can be gone over to, and let go of. */
export function BesideCalls() {
  const { beside } = usePhoneSnapshot().state;
  const ringing = beside.some(({ status }) => status === 'incoming');
  return (
    <>
      {ringing && (
        <p role="alert" className="alo-unseen">
          Cuộc gọi khác đang đến
        </p>
      )}
      {beside.length > 0 && (
        <ul className={styles.calls} aria-label="Cuộc gọi khác">
          {beside.map((call) => (
            <Beside key={call.id} call={call} />
          ))}
        </ul>
      )}
    </>
  );
}

function Beside({ call }: { call: BesideCall }) {
  const { phone } = usePhoneContext();
  const calls = useMyCalls();
  const conversation = conversationOf(call, calls);
  const came = ringingOf(call, calls) ?? conversation;
  const { title } = useCaller(partyNow(call, conversation), { prefix: came?.name_prefix, told: came !== undefined });
  const goOver = () => phone?.do({ type: 'go-over', id: call.id });
  const end = () => phone?.do({ type: 'end-beside', id: call.id });
  const rings = call.status === 'incoming';
  return (
    <li className={styles.call} data-rings={rings || undefined}>
      <span className={styles.who}>
        <b>{title}</b>
        <span>
          {rings ? (came?.through ? `Đang gọi đến, ${came.through}` : 'Đang gọi đến') : 'Đang chờ, nghe nhạc'}
          {!rings && (
            <>
              {' '}
              <Timer since={call.answeredAt} />
            </>
          )}
        </span>
      </span>
      {rings ? (
        <span className={styles.buttons}>
          <Button size="sm" onClick={end}>
            Từ chối
          </Button>
          <Button size="sm" look="primary" aria-keyshortcuts={shortcuts.answer.shown} onClick={goOver}>
            Nghe và giữ máy
          </Button>
        </span>
      ) : (
        <span className={styles.buttons}>
          <Button size="sm" onClick={goOver}>
            Nói tiếp<span className="alo-unseen"> với {title}</span>
          </Button>
          <IconButton label={`Kết thúc cuộc gọi với ${title}`} size="sm" onClick={end}>
            <IconPhoneOff aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  );
}

/** What goes on at another telephone of one's own while this page has a call. */
export function ThereBeside({ conversation, call }: { conversation: MyCall; call: ActiveCall }) {
  const { hangUp } = useHands(conversation);
  const { title } = useCaller(partyNow(call, conversation), { prefix: conversation.name_prefix, told: true });
  return (
    <ul className={styles.calls} aria-label="Cuộc gọi ở máy khác của bạn">
      <li className={styles.call}>
        <span className={styles.who}>
          <b>{title}</b>
          <span>
            {placeWords(conversation, call)} {call.status === 'connected' && <Timer since={call.answeredAt} />}
          </span>
        </span>
        <span className={styles.buttons}>
          <IconButton label={`Kết thúc cuộc gọi với ${title}`} size="sm" onClick={hangUp}>
            <IconPhoneOff aria-hidden />
          </IconButton>
        </span>
      </li>
    </ul>
  );
}
