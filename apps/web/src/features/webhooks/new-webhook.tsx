import { type RowOf, renewWebhookSecret, type webhooks } from '@alo/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useMay } from '../../kit/me/me.ts';
import { SecretShown } from '../../resource/page/secret-once.tsx';
import { secretHelp, secretLabel } from './webhook-actions.tsx';

/** Nothing is sent that is not signed: a new webhook has its key at once. For whoever may not make one, or fails, there is its drawer. */
export function NewWebhook({ row: { id }, onSeen }: { row: RowOf<typeof webhooks>; onSeen: () => void }) {
  const { api, changes, toasts } = useConsole();
  const may = useMay()(renewWebhookSecret.access);
  const making = useMutation({
    mutationFn: () => api(renewWebhookSecret, { params: { id } }),
    onSuccess: () => changes.stale('webhooks'),
    onError: (error) => {
      toasts.show({ kind: 'error', ...explain(error) });
      onSeen();
    },
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    if (may) making.mutate();
    else onSeen();
  });
  return <SecretShown label={secretLabel} help={secretHelp} secret={making.data?.secret} onClose={onSeen} />;
}
