import { type beginTotp, confirmTotp, type ResultOf } from '@alo/contract';
import { Button, Quiet, Skeleton, TextField } from '@alo/ui';
import { type FormEvent, useState } from 'react';

import type { Api } from '../../kit/api/client.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { QrCode } from './qr-code.tsx';
import styles from './second-factor.module.css';

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
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const given = confirmTotp.body.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (!given.success) return setError(given.error.issues[0]?.message);
    setBusy(true);
    try {
      onDone((await api(confirmTotp, { body: given.data })).recovery_codes);
    } catch (reason) {
      setBusy(false);
      setError((reason instanceof ApiProblem ? reason.body.fields['code'] : undefined) ?? explain(reason).text);
    }
  };

  return (
    <form noValidate className={styles.steps} onSubmit={(event) => void submit(event)}>
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
        error={error}
      />
      <div>
        <Button type="submit" look="primary" busy={busy} disabled={made === undefined}>
          Bật xác thực hai bước
        </Button>
      </div>
    </form>
  );
}
