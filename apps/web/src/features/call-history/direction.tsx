import { type CallRow, callDirections } from '@alo/contract';
import { IconArrowsExchange, IconPhoneIncoming, IconPhoneOutgoing } from '@alo/ui';

import styles from './call-history.module.css';

const icons = { inbound: IconPhoneIncoming, outbound: IconPhoneOutgoing, internal: IconArrowsExchange } as const;

/** In, out or internal: icon and word. */
export function Direction({ direction }: { direction: CallRow['direction'] }) {
  const Icon = icons[direction];
  return (
    <span className={styles.direction}>
      <Icon size={16} aria-hidden />
      {callDirections[direction]}
    </span>
  );
}
