import { beginTotp, newRecoveryCodes, type ResultOf, removePasskey, removeTotp, secondFactor } from '@alo/contract';
import { Actions, AfterDelay, Button, Dialog, dayText, IconPlus, Quiet, Skeleton, Stack, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecoveryCodes } from '../../domain/second-factor/recovery-codes.tsx';
import { SetUpTotp } from '../../domain/second-factor/set-up-totp.tsx';
import { useConsole } from '../../kit/api/context.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { date } from '../../kit/format/time.ts';
import { LoadFailed } from '../../resource/list/list-surface.tsx';
import styles from '../../resource/page/form-parts.module.css';
import { AddPasskey } from './add-passkey.tsx';
import { given, useProof } from './use-proof.tsx';

type Factors = ResultOf<typeof secondFactor>;
type Opened =
  | { kind: 'app'; made: ResultOf<typeof beginTotp> }
  | { kind: 'passkey' }
  | { kind: 'codes'; codes: readonly string[] };

/** What one proves besides the password: an app, passkeys, recovery codes. */
export function OwnSecurity() {
  const read = useRead();
  const { data, error, refetch } = useQuery(read(secondFactor, {}));
  if (error !== null && data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return (
      <AfterDelay>
        <Skeleton width="100%" height={160} />
      </AfterDelay>
    );
  }
  return <Ways factors={data} />;
}

function Ways({ factors }: { factors: Factors }) {
  const { api, toasts } = useConsole();
  const invalidate = useInvalidate();
  const [opened, setOpened] = useState<Opened>();
  const { dialog, prove } = useProof();
  const { totp_since: since, passkeys, recovery_codes_left: left, required, required_from: requiredFrom } = factors;
  const refresh = () => invalidate(secondFactor);
  const removed = async (work: (password: string | undefined) => Promise<unknown>) => {
    if (!(await prove(work))) return;
    toasts.show({ kind: 'success', text: 'Đã gỡ' });
    await refresh();
  };
  const finish = (codes: readonly string[]) => {
    void refresh();
    setOpened(codes.length === 0 ? undefined : { kind: 'codes', codes });
  };

  return (
    <Stack gap={28}>
      {required && <Quiet size="body">Công ty yêu cầu mọi người ở vai trò của bạn xác thực hai bước.</Quiet>}
      {requiredFrom !== null && (
        <Quiet size="body">Từ {dayText(requiredFrom)}, công ty yêu cầu bạn xác thực hai bước.</Quiet>
      )}
      <ul className={styles.rows}>
        <li>
          <span>
            Ứng dụng xác thực
            <br />
            <Quiet as="span">
              {since === null ? 'Mã 6 chữ số trên điện thoại, đổi mỗi 30 giây.' : `Đã bật từ ${date(since)}`}
            </Quiet>
          </span>
          {since === null ? (
            <Button
              size="sm"
              aria-label="Bật ứng dụng xác thực"
              onClick={() =>
                void prove(async (password) =>
                  setOpened({ kind: 'app', made: await api(beginTotp, { body: given(password) }) }),
                )
              }
            >
              Bật
            </Button>
          ) : (
            <Button
              size="sm"
              look="danger-quiet"
              onClick={() => void removed((password) => api(removeTotp, { body: given(password) }))}
            >
              Gỡ ứng dụng
            </Button>
          )}
        </li>
        {passkeys.map(({ id, name, created_at, last_used_at }) => (
          <li key={id}>
            <span>
              {name}
              <br />
              <Quiet as="span">
                Khoá truy cập, tạo {date(created_at)}
                {last_used_at === null ? '' : `, dùng lần cuối ${date(last_used_at)}`}
              </Quiet>
            </span>
            <Button
              size="sm"
              look="danger-quiet"
              aria-label={`Gỡ ${name}`}
              onClick={() => void removed((password) => api(removePasskey, { params: { id }, body: given(password) }))}
            >
              Gỡ
            </Button>
          </li>
        ))}
        <li>
          <span>
            Mã khôi phục
            <br />
            <Quiet as="span">Mỗi mã đăng nhập được một lần khi mất điện thoại.</Quiet>
          </span>
          {since === null && passkeys.length === 0 ? (
            <Status tone="offline">Có khi bật xác thực hai bước</Status>
          ) : (
            <Actions>
              <Status tone={left > 2 ? 'ready' : 'paused'}>Còn {left} mã</Status>
              <Button
                size="sm"
                onClick={() =>
                  void prove(async (password) =>
                    finish((await api(newRecoveryCodes, { body: given(password) })).recovery_codes),
                  )
                }
              >
                Tạo mã mới
              </Button>
            </Actions>
          )}
        </li>
      </ul>
      <div>
        <Button icon={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ kind: 'passkey' })}>
          Thêm khoá truy cập
        </Button>
      </div>
      {dialog}
      <Dialog opened={opened?.kind === 'app'} onClose={() => setOpened(undefined)} title="Bật ứng dụng xác thực">
        {opened?.kind === 'app' && <SetUpTotp api={api} made={opened.made} onDone={finish} />}
      </Dialog>
      <Dialog opened={opened?.kind === 'passkey'} onClose={() => setOpened(undefined)} title="Thêm khoá truy cập">
        <AddPasskey prove={prove} onDone={finish} />
      </Dialog>
      <Dialog opened={opened?.kind === 'codes'} onClose={() => setOpened(undefined)} title="Mã khôi phục">
        {opened?.kind === 'codes' && (
          <RecoveryCodes codes={opened.codes} done="Tôi đã giữ các mã" onDone={() => setOpened(undefined)} />
        )}
      </Dialog>
    </Stack>
  );
}
