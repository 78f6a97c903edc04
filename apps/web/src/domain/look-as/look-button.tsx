import { lookAs } from '@alo/contract';
import { Button, IconEye } from '@alo/ui';
import { useMutation } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useMay } from '../../kit/me/me.ts';

/** The console as a person or a role has it, for who is above all roles. */
export function LookButton({ kind, id }: { kind: 'account' | 'role'; id: string }) {
  const { toasts, look } = useConsole();
  const may = useMay();
  const begin = useMutation({
    mutationFn: () => look({ kind, id }),
    onError: (error) => toasts.show({ kind: 'error', ...explain(error) }),
  });
  if (!may(lookAs.access)) return null;
  return (
    <Button icon={<IconEye aria-hidden />} busy={begin.isPending} onClick={() => begin.mutate()}>
      Xem như {kind === 'role' ? 'vai trò này' : 'người này'}
    </Button>
  );
}
