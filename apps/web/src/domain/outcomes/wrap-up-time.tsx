import { moreWrapUpSeconds, wrapUpLonger } from '@alo/contract';
import { Button } from '@alo/ui';

import { AheadContext, Until } from '../../kit/clock/server-clock.tsx';
import { useSeconds } from '../../kit/clock/use-seconds.ts';
import { useMyQueues, useQueueControl } from '../queues/use-my-queues.ts';
import styles from './wrap-up.module.css';

/** How long no call comes because one is written up, and more of it. */
export function WrapUpTime() {
  const { wrap_up_until: until, wrap_up_required: required, ahead } = useMyQueues();
  const control = useQueueControl();
  const now = useSeconds();
  if (until === null) return null;
  const isOver = Date.parse(until) - ahead <= now;
  return (
    <AheadContext value={ahead}>
      <div className={styles.left}>
        <p>
          {required && isOver ? (
            'Cần ghi kết quả để nhận cuộc tiếp theo'
          ) : (
            <>
              Xử lý sau cuộc gọi, <Until at={until} />
            </>
          )}
        </p>
        <Button
          size="sm"
          busy={control.isPending}
          onClick={() => control.mutate((api) => api(wrapUpLonger, { body: {} }))}
        >
          +{moreWrapUpSeconds} giây
        </Button>
      </div>
    </AheadContext>
  );
}
