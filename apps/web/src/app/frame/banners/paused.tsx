import { readyAgain } from '@alo/contract';
import { Button, focusGently, IconPhonePause } from '@alo/ui';

import { useMyQueues, useQueueControl } from '../../../domain/queues/use-my-queues.ts';
import { useMe } from '../../../kit/me/me.ts';
import styles from './banners.module.css';

/** Says that queues call one no more because calls were not answered, over every screen, and leads back. Always there, so that it is read out. */
export function Paused() {
  const isReady = useMe()?.status_activity === 1;
  const queues = useMyQueues().data.filter(({ joined, pause }) => joined && pause?.by_itself === true);
  const control = useQueueControl();
  return (
    <output className={styles.paused}>
      {isReady && queues.length > 0 && (
        <div>
          <IconPhonePause size={17} aria-hidden />
          <p>
            <b>Bạn chưa nhận được cuộc gọi</b> của{' '}
            {queues.map(({ name, why }) => `hàng đợi “${name}”: ${why}`).join('; ')}.
          </p>
          <Button
            size="sm"
            busy={control.isPending}
            onClick={() => control.mutate((api) => api(readyAgain, { body: {} }), { onSuccess: toPage })}
          >
            Sẵn sàng nhận cuộc gọi
          </Button>
        </div>
      )}
    </output>
  );
}

/** The button goes away, and the focus does not go with it. */
const toPage = () => focusGently(document.getElementById('main'));
