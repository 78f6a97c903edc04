import type { MyCall } from '@alo/contract';

import styles from './control.module.css';
import { type CallParty, nameOf } from './parties.tsx';

type Supervising = NonNullable<MyCall['supervising']>;

/** Who hears a supervisor: what they must know before they open their mouth. */
export function Supervision({ supervising: { mode, agent } }: { supervising: Supervising }) {
  const { what, heardBy } = words[mode](nameOf(agent));
  return (
    <section className={styles.consultation} aria-label="Đang giám sát">
      <p>
        {what}
        <span className={styles.aside}>{heardBy}</span>
      </p>
    </section>
  );
}

const words: Readonly<Record<Supervising['mode'], (agent: CallParty['name']) => { what: string; heardBy: string }>> = {
  listen: (agent) => ({ what: `Đang nghe cùng ${agent}`, heardBy: 'Không ai nghe thấy bạn' }),
  whisper: (agent) => ({ what: `Đang nhắc riêng ${agent}`, heardBy: `Chỉ ${agent} nghe thấy bạn` }),
  barge: (agent) => ({ what: `Đang cùng đàm thoại với ${agent}`, heardBy: 'Mọi người nghe thấy bạn' }),
};
