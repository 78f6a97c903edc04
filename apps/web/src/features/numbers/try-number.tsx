import { type numbers, type RowOf, startBotCall } from '@alo/contract';
import { Button, IconRobot } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { useMay } from '../../kit/me/me.ts';
import styles from './numbers.module.css';

/** Whom the made-up customer is, where nobody chose. */
const from = '0901234567';

/** Has a bot call this number, so that one hears where it leads. */
export function TryNumber({ row }: { row: RowOf<typeof numbers> }) {
  const { api, toasts } = useConsole();
  const may = useMay();
  const call = useMutation({
    mutationFn: (to: string) => api(startBotCall, { body: { from, to } }),
    onSuccess: (_, to) => toasts.show({ kind: 'success', text: `Khách thử đang gọi vào ${groupedPhone(to)}` }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  const { number, trunk_is_demo: isDemo } = row;
  if (!isDemo || number === undefined || !may(startBotCall.access)) return null;
  return (
    <section className={styles.part} aria-label="Gọi thử">
      <Button icon={<IconRobot aria-hidden />} busy={call.isPending} onClick={() => call.mutate(number)}>
        Gọi thử vào hotline
      </Button>
      <p>Khách thử gọi vào số này và nói chuyện nửa phút. Nhà mạng dùng thử: không tốn cước.</p>
    </section>
  );
}
