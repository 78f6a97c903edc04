import {
  bargeIntoCall,
  type Endpoint,
  listenToCall,
  type MyCall,
  stopSupervising,
  takeOverCall,
  whisperInCall,
} from '@alo/contract';
import { Button, classNames, IconHeadset, IconMicrophone, IconSwitchHorizontal, IconUserPlus, IconX } from '@alo/ui';
import type { ReactNode } from 'react';

import { useMay } from '../../kit/me/me.ts';
import styles from './control.module.css';
import { type CallParty, nameOf } from './parties.tsx';
import { useCallControl } from './use-call-control.ts';

type Mode = NonNullable<MyCall['supervising']>['mode'];

/** Who hears a supervisor, which they must know before they open their mouth, and how to be there in another way, or no longer. */
export function Supervision({ call: { id, supervising } }: { call: Pick<MyCall, 'id' | 'supervising'> }) {
  const may = useMay();
  const { ask, busy } = useCallControl();
  if (supervising === null) return null;
  const { mode, agent } = supervising;
  const { what, heardBy } = words[mode](nameOf(agent));
  const about = { params: { id }, body: { agent: agent.number } };
  const way = (to: Mode, endpoint: Endpoint & typeof listenToCall, icon: ReactNode, label: string) =>
    may(endpoint.access) && (
      <Button
        size="sm"
        icon={icon}
        aria-pressed={mode === to}
        className={classNames(mode === to && styles.chosen)}
        disabled={busy}
        onClick={() => mode !== to && void ask(endpoint, about)}
      >
        {label}
      </Button>
    );
  return (
    <section className={styles.consultation} aria-label="Đang giám sát">
      <p role="status">
        {what}
        <span className={styles.aside}>{heardBy}</span>
      </p>
      <div className={styles.ways} role="group" aria-label="Cách giám sát">
        {way('listen', listenToCall, <IconHeadset aria-hidden />, 'Nghe')}
        {way('whisper', whisperInCall, <IconMicrophone aria-hidden />, 'Nhắc')}
        {way('barge', bargeIntoCall, <IconUserPlus aria-hidden />, 'Xen')}
      </div>
      <div className={styles.ways}>
        {may(takeOverCall.access) && (
          <Button
            size="sm"
            icon={<IconSwitchHorizontal aria-hidden />}
            disabled={busy}
            onClick={() => void ask(takeOverCall, about)}
          >
            Nhận cuộc gọi
          </Button>
        )}
        <Button size="sm" icon={<IconX aria-hidden />} disabled={busy} onClick={() => void ask(stopSupervising, about)}>
          Rời
        </Button>
      </div>
    </section>
  );
}

const words: Readonly<Record<Mode, (agent: CallParty['name']) => { what: string; heardBy: string }>> = {
  listen: (agent) => ({ what: `Đang nghe cùng ${agent}`, heardBy: 'Không ai nghe thấy bạn' }),
  whisper: (agent) => ({ what: `Đang nhắc riêng ${agent}`, heardBy: `Chỉ ${agent} nghe thấy bạn` }),
  barge: (agent) => ({ what: `Đang cùng đàm thoại với ${agent}`, heardBy: 'Mọi người nghe thấy bạn' }),
};
