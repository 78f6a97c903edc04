import { webhooks as contract, type RowOf, renewWebhookSecret, testWebhook, webhookDeliveries } from '@alo/contract';
import { Actions, Button, IconUpload } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';
import { SecretOnce } from '../../resource/page/secret-once.tsx';
import { Deliveries } from './deliveries.tsx';

export const secretLabel = 'Khoá ký';
export const secretHelp = 'Máy chủ của bạn dùng nó để kiểm tra chữ ký của từng lần gửi.';

/** The secret of a webhook, a try, and the log of what it was told. */
export function WebhookActions({ row }: { row: RowOf<typeof contract> }) {
  const { api, changes, toasts } = useConsole();
  const invalidate = useInvalidate();
  const mayAct = useMay()(testWebhook.access);
  const params = { id: row.id };
  const test = useMutation({
    mutationFn: () => api(testWebhook, { params }),
    onSuccess: () => toasts.show({ kind: 'success', text: 'Đã xếp hàng một sự kiện thử' }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
    onSettled: () => invalidate(webhookDeliveries),
  });
  return (
    <>
      {mayAct && (
        <Actions apart={20}>
          <Button icon={<IconUpload aria-hidden />} busy={test.isPending} onClick={() => test.mutate()}>
            Gửi thử
          </Button>
          <SecretOnce
            label={secretLabel}
            isThere={row.has_secret}
            help={secretHelp}
            make={() => api(renewWebhookSecret, { params })}
            onMade={() => changes.stale(contract.screen)}
          />
        </Actions>
      )}
      <Deliveries id={row.id} />
    </>
  );
}
