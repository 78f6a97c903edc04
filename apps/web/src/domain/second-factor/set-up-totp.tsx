import { type beginTotp, confirmTotp, type ResultOf } from '@alo/contract';
import { Button, Quiet, Skeleton, TextField } from '@alo/ui';

import type { Api } from '../../kit/api/client.ts';
import { explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { QrCode } from './qr-code.tsx';
import styles from './second-factor.module.css';

const blank = { code: '' };

/** Shows a new secret as a QR code and takes the first code of the app. Answers recovery codes, where there were none. */
export function SetUpTotp({
  api,
  made,
  onDone,
}: {
  api: Api;
  /** Undefined while it is on its way. */
  made: ResultOf<typeof beginTotp> | undefined;
  onDone: (codes: readonly string[]) => void;
}) {
  const { props, values, set, errors, busy } = useContractForm({
    schema: confirmTotp.body,
    values: blank,
    send: (body) => api(confirmTotp, { body }),
    onRefused: (error) => ({ code: mistakesToldBy(error)?.['code'] ?? explain(error).text }),
    onSaved: (answer) => onDone(answer.recovery_codes),
  });

  return (
    <form {...props} className={styles.steps}>
      <p>1. Quét mã này bằng ứng dụng xác thực (Google Authenticator, Microsoft Authenticator, 1Password…).</p>
      {made === undefined ? (
        <Skeleton width={208} height={208} />
      ) : (
        <>
          <QrCode text={made.uri} label="Mã QR để thêm tài khoản vào ứng dụng xác thực" />
          <Quiet>
            Không quét được? Nhập khoá này: <span className={styles.secret}>{made.secret}</span>
          </Quiet>
        </>
      )}
      <p>2. Nhập 6 chữ số mà ứng dụng đang hiện.</p>
      <TextField
        required
        name="code"
        label="Mã xác thực"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={values.code}
        onChange={(event) => set({ code: event.target.value })}
        error={errors['code']}
      />
      <div>
        <Button type="submit" look="primary" busy={busy} disabled={made === undefined}>
          Bật xác thực hai bước
        </Button>
      </div>
    </form>
  );
}
