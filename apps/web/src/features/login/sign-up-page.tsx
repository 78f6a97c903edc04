import { proveEmail, type RequestOf, type ResultOf } from '@alo/contract';
import { Button, Logo, PasswordField, TextField } from '@alo/ui';
import { useState } from 'react';

import { loginPath } from '../../kit/session/login-paths.ts';
import type { Session } from '../../kit/session/storage.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { codeOf } from './company-code.ts';
import { LoginArt } from './login-art.tsx';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';
import type { SignIn } from './sign-in.ts';
import { SignUpCode } from './sign-up-code.tsx';

/** The fields keep what is typed themselves. */
const nothing = {};

type Wish = RequestOf<typeof proveEmail>['body'];
type Asked = { readonly wish: Wish; readonly proof: ResultOf<typeof proveEmail>['proof'] };

/** /signup: a company of one's own to try everything with; whoever makes it, and reads the letters of its e-mail, is in at once. */
export function SignUpPage({
  signIn,
  isOpen,
  isDemo,
  onSignedIn,
}: {
  signIn: SignIn;
  /** The operator lets strangers make companies. */
  isOpen: boolean;
  /** On one's own machine letters are files. */
  isDemo: boolean;
  onSignedIn: (session: Session) => Promise<void>;
}) {
  const [asked, setAsked] = useState<Asked>();
  return (
    <div className={styles.page}>
      <title>Dùng thử · Alô</title>
      <main className={styles.side}>
        <div className={styles.column}>
          <Logo size={34} />
          <h1 className={styles.title}>{asked === undefined ? 'Dùng thử miễn phí' : 'Xác nhận email'}</h1>
          {isOpen ? (
            <>
              {asked === undefined && (
                <p className={styles.lead}>
                  30 ngày đủ mọi tính năng. Có sẵn một đầu số, một hàng đợi và hai máy nhánh: gọi thử được ngay.
                </p>
              )}
              <WishForm signIn={signIn} hidden={asked !== undefined} onAsked={setAsked} />
              {asked && (
                <SignUpCode
                  key={asked.proof}
                  {...asked}
                  signIn={signIn}
                  isDemo={isDemo}
                  onSignedIn={onSignedIn}
                  onBack={() => setAsked(undefined)}
                />
              )}
            </>
          ) : (
            <p className={styles.lead}>
              Hệ thống này không mở đăng ký. Hãy liên hệ đơn vị vận hành để có tài khoản cho công ty bạn.
            </p>
          )}
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

/** What the company is to be. It stays while the code is waited for, with what was typed. */
function WishForm({ signIn, hidden, onAsked }: { signIn: SignIn; hidden: boolean; onAsked: (asked: Asked) => void }) {
  const { props, errors, refusal, busy } = useContractForm({
    schema: proveEmail.body,
    values: nothing,
    // A blank behind an address that was pasted is no part of it.
    body: (_, typed) => ({ ...typed, email: trimmed(typed['email']) }),
    send: async (wish) => ({ wish, proof: (await signIn.api(proveEmail, { body: wish })).proof }),
    onSaved: onAsked,
    stays: true,
  });
  /** The code follows the company's name until somebody writes one. */
  const propose = (company: string) => {
    const code = props.ref.current?.elements.namedItem('ma_dn');
    if (code instanceof HTMLInputElement && code.dataset['own'] === undefined) code.value = codeOf(company);
  };
  return (
    <form {...props} className={styles.form} hidden={hidden}>
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
        hint="Một mã xác nhận được gửi đến đây."
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
        {busy ? 'Đang gửi mã…' : 'Gửi mã xác nhận'}
      </Button>
    </form>
  );
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
