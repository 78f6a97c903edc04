import { getInstallationSetting, type ResultOf, setInstallationSetting } from '@alo/contract';
import { SwitchField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import { Surface } from '../../resource/page/page.tsx';
import styles from './operator.module.css';

type Setting = ResultOf<typeof getInstallationSetting>;

/** What holds for the whole installation, as soon as it is switched. */
export function SignUpSwitch() {
  const read = useRead();
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const { data, error, refetch } = useQuery(read(getInstallationSetting, {}));
  const { mutate, isPending } = useMutation({
    mutationFn: ({ body }: { body: Setting; said: string }) => api(setInstallationSetting, { body }),
    onSuccess: async (_, { said }) => {
      await invalidate(getInstallationSetting);
      toasts.show({ kind: 'success', text: said });
    },
    onError: (refusal) => toasts.show({ kind: 'error', ...explain(refusal) }),
  });
  const change = (part: Partial<Setting>, said: string) =>
    data !== undefined && mutate({ body: { ...data, ...part }, said });
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Surface>
      <div className={styles.setting}>
        <SwitchField
          label="Mở đăng ký dùng thử"
          hint="Ai cũng tạo được một công ty ở /signup, sau khi xác nhận email."
          value={data?.sign_up ?? false}
          disabled={data === undefined || isPending}
          onChange={(on) => change({ sign_up: on }, on ? 'Đã mở đăng ký dùng thử' : 'Đã đóng đăng ký dùng thử')}
        />
        <SwitchField
          label="Đầu số mới phải có hồ sơ"
          hint="Đầu số mà công ty thêm từ nay chờ bạn duyệt giấy tờ rồi mới gọi được; số đang có giữ nguyên."
          value={data?.number_papers ?? false}
          disabled={data === undefined || isPending}
          onChange={(on) =>
            change({ number_papers: on }, on ? 'Đầu số mới chờ duyệt hồ sơ' : 'Đầu số mới gọi được ngay')
          }
        />
      </div>
    </Surface>
  );
}
