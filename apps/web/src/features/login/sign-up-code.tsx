import { type proveEmail, type RequestOf, signUp } from '@alo/contract';
import { Button, TextField } from '@alo/ui';
import { useEffect, useRef } from 'react';

import { isAnswer, mistakesToldBy } from '../../kit/api/problem.ts';
import { loginPath } from '../../kit/session/login-paths.ts';
import type { Session } from '../../kit/session/storage.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';
import { rememberCompany } from './remembered-company.ts';
import type { SignIn, SignInOutcome } from './sign-in.ts';

/** The field keeps what is typed itself. */
const nothing = {};

/** The code of the letter makes the company. */
export function SignUpCode({
  signIn,
  wish,
  proof,
  isDemo,
  onSignedIn,
  onBack,
}: {
  signIn: SignIn;
  wish: RequestOf<typeof proveEmail>['body'];
  proof: string;
  isDemo: boolean;
  onSignedIn: (session: Session) => Promise<void>;
  onBack: () => void;
}) {
  /** Nobody has said what became of it. */
  const isUnanswered = useRef(false);
  const { props, errors, refusal, busy } = useContractForm({
    schema: signUp.body,
    values: nothing,
    body: (_, typed) => ({ ...wish, proof, ...typed }),
    send: async (body) => {
      const outcome = await make(body);
      await rememberCompany(body.ma_dn);
      if (outcome.kind === 'signed-in') return onSignedIn(outcome.session);
      location.assign(loginPath);
      // The page goes, and until then nothing is sent again.
      return new Promise<void>(() => undefined);
    },
    onRefused: (error) => {
      isUnanswered.current ||= !isAnswer(error);
      const told = mistakesToldBy(error);
      // Only the code is to be seen here; what is wrong with the rest by now stands beside it.
      return told && { code: told['code'] ?? Object.values(told).join('. ') };
    },
  });
  const { ref: form } = props;
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[name="code"]')?.focus(), [form]);

  /** Where the answer was lost before, the company may be there, made by this very person: they are let in. */
  async function make(body: RequestOf<typeof signUp>['body']): Promise<SignInOutcome> {
    try {
      return await signIn.entered(await signIn.api(signUp, { body }));
    } catch (error) {
      if (!isUnanswered.current || mistakesToldBy(error)?.['ma_dn'] === undefined) throw error;
      const { ma_dn, email: username, password } = body;
      return signIn.byPassword({ ma_dn, username, password }).catch(() => {
        throw error;
      });
    }
  }

  return (
    <form {...props} className={styles.form}>
      <output>
        Mã 6 chữ số đã được gửi đến <b>{wish.email}</b>. Mã dùng được trong 30 phút.
        {isDemo && ' Máy chủ chưa nối với máy chủ thư thì thư là tệp trong thư mục outbox của dữ liệu (.alo/outbox).'}
      </output>
      {refusal && <Refusal {...refusal} />}
      <TextField
        large
        required
        name="code"
        label="Mã xác nhận"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors['code']}
      />
      <Button type="submit" look="primary" size="lg" busy={busy} className={styles.submit}>
        {busy ? 'Đang tạo công ty…' : 'Tạo công ty dùng thử'}
      </Button>
      <Button size="lg" look="quiet" onClick={onBack}>
        Sửa thông tin hoặc xin mã mới
      </Button>
    </form>
  );
}
