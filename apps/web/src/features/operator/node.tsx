import type { operatedNodes, ResultOf } from '@alo/contract';
import { Status } from '@alo/ui';

import { Moment } from '../../resource/page/moment.tsx';

/** A machine that runs calls. */
export type Node = ResultOf<typeof operatedNodes>['data'][number];

/** The only machine of an installation may have no name. */
export const nameOfNode = ({ name }: Pick<Node, 'name'>): string => name || 'Máy duy nhất';

export function Standing({ state, silent_since: since, companies }: Node) {
  if (since !== null) {
    return (
      <Status tone="bad">
        Mất liên lạc từ <Moment at={since} brief />
      </Status>
    );
  }
  if (state === 'up') return <Status tone="ready">Đang nhận công ty</Status>;
  return companies === 0 ? <Status tone="offline">Đã rút hết</Status> : <Status tone="paused">Đang rút</Status>;
}
