import { type RequestOf, signUp } from '@alo/contract';
import { Button, Logo, PasswordField, TextField } from '@alo/ui';
import { useRef } from 'react';

import { isAnswer, mistakesToldBy } from '../../kit/api/problem.ts';
import { loginPath } from '../../kit/session/login-paths.ts';
import type { Session } from '../../kit/session/storage.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { LoginArt } from './login-art.tsx';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';
import { rememberCompany } from './remembered-company.ts';
import type { SignIn, SignInOutcome } from './sign-in.ts';

/** The fields keep what is typed themselves. */
const nothing = {};

/** /signup: a company of one's own to try everything with; whoever makes it is in at once. */
export function SignUpPage({
  signIn,
  onSignedIn,
}: {
  signIn: SignIn;
  onSignedIn: (session: Session) => Promise<void>;
}) {
  /** Nobody has said what became of it. */
  const isOpen = useRef(false);

  const { props, errors, refusal, busy } = useContractForm({
    schema: signUp.body,
    values: nothing,
    body: (_, typed) => typed,
    send: async (body) => {
      const outcome = await make(body);
      await rememberCompany(body.ma_dn);
      if (outcome.kind === 'signed-in') return onSignedIn(outcome.session);
      location.assign(loginPath);
      // The page goes, and until then nothing is sent again.
      return new Promise<void>(() => undefined);
    },
    onRefused: (error) => {
      isOpen.current ||= !isAnswer(error);
      return undefined;
    },
  });
  /** The code follows the company's name until somebody writes one. */
  const propose = (company: string) => {
    const code = props.ref.current?.elements.namedItem('ma_dn');
    if (code instanceof HTMLInputElement && code.dataset['own'] === undefined) code.value = codeOf(company);
  };

  /** Where the answer was lost before, the code may be taken by the very company that was made then: its person is let in. */
  async function make(wish: RequestOf<typeof signUp>['body']): Promise<SignInOutcome> {
    try {
      return await signIn.entered(await signIn.api(signUp, { body: wish }));
    } catch (error) {
      if (!isOpen.current || mistakesToldBy(error)?.['ma_dn'] === undefined) throw error;
      const { ma_dn, email: username, password } = wish;
      return signIn.byPassword({ ma_dn, username, password }).catch(() => {
        throw error;
      });
    }
  }

  return (
    <div className={styles.page}>
      <title>Dùng thử · Alô</title>
      <main className={styles.side}>
        <div className={styles.column}>
          <Logo size={34} />
          <h1 className={styles.title}>Dùng thử miễn phí</h1>
          <p className={styles.lead}>
            30 ngày đủ mọi tính năng. Có sẵn một đầu số, một hàng đợi và hai máy nhánh: gọi thử được ngay.
          </p>
          <form {...props} className={styles.form}>
            {refusal && <Refusal {...refusal} />}
            <TextField
              large
              required
              name="company"
              label="Tên công ty"
              autoComplete="organization"
              error={errors['company']}
              onChange={(event) => propose(event.currentTarget.value)}
            />
            <TextField
              large
              required
              name="ma_dn"
              label="Mã doanh nghiệp"
              hint="Dùng để đăng nhập: chữ thường không dấu, số và gạch ngang."
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              error={errors['ma_dn']}
              onChange={(event) => {
                event.currentTarget.dataset['own'] = '';
              }}
            />
            <TextField large required name="name" label="Họ và tên" autoComplete="name" error={errors['name']} />
            <TextField
              large
              required
              name="email"
              label="Email"
              autoComplete="username"
              inputMode="email"
              error={errors['email']}
            />
            <PasswordField
              large
              required
              name="password"
              label="Mật khẩu"
              hint="Ít nhất 8 ký tự, không phải từ ai cũng đoán ra."
              autoComplete="new-password"
              error={errors['password']}
            />
            <Button type="submit" look="primary" size="lg" busy={busy} className={styles.submit}>
              {busy ? 'Đang tạo công ty…' : 'Tạo công ty dùng thử'}
            </Button>
          </form>
          <div className={styles.others}>
            <p>
              Đã có tài khoản? <a href={loginPath}>Đăng nhập</a>
            </p>
          </div>
        </div>
      </main>
      <LoginArt />
    </div>
  );
}

/** `Công ty Sao Mai` → `cong-ty-sao-mai`. */
const codeOf = (company: string): string =>
  company
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
