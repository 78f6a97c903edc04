import { getInstallationSetting, setInstallationSetting } from '@alo/contract';
import { SwitchField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Surface } from '../../resource/page/page.tsx';
import styles from './operator.module.css';

/** Whether strangers may make companies; it holds as soon as it is switched. */
export function SignUpSwitch() {
  const read = useRead();
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const { data, error, refetch } = useQuery(read(getInstallationSetting, {}));
  const { mutate, isPending } = useMutation({
    mutationFn: (on: boolean) => api(setInstallationSetting, { body: { sign_up: on } }),
    onSuccess: async ({ sign_up: on }) => {
      await invalidate(getInstallationSetting);
      toasts.show({ kind: 'success', text: on ? 'Đã mở đăng ký dùng thử' : 'Đã đóng đăng ký dùng thử' });
    },
    onError: (refusal) => toasts.show({ kind: 'error', ...explain(refusal) }),
  });
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Surface>
      <div className={styles.setting}>
        <SwitchField
          label="Mở đăng ký dùng thử"
          hint="Ai cũng tạo được một công ty ở /signup, sau khi xác nhận email."
          value={data?.sign_up ?? false}
          disabled={data === undefined || isPending}
          onChange={(on) => mutate(on)}
        />
      </div>
    </Surface>
  );
}
