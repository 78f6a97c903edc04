import { type ConsoleConfig, loginTenant } from '@alo/contract';
import { Button, Checkbox, narrow, PasswordField, TextField } from '@alo/ui';
import { useEffect } from 'react';

import type { Problems } from '../../resource/fields/problems.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
import { forgottenKey } from './forgotten-key.ts';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';
import { rememberCompany, rememberedCompany } from './remembered-company.ts';
import type { Credentials } from './sign-in.ts';

/** The fields keep what is typed themselves. */
const nothing = {};

/** Company code, name, password. The form is uncontrolled, so whatever a password manager fills in is taken. */
export function CredentialsForm({
  demo,
  onGiven,
  onForgotten,
  onCompany,
}: {
  demo: ConsoleConfig['demo'];
  /** Rejects with what is to be shown here. */
  onGiven: (credentials: Credentials) => Promise<void>;
  onForgotten: () => void;
  /** The company's code is there. */
  onCompany: (code: string) => void;
}) {
  const { props, errors, refusal, busy, reset } = useContractForm({
    schema: loginTenant.body,
    values: nothing,
    body: (_, typed) => typed,
    // Only an e-mail says by itself which companies it may be.
    mistakes: (_, { ma_dn, username }): Problems =>
      ma_dn === '' && typeof username === 'string' && username !== '' && !username.includes('@')
        ? { ma_dn: 'Nhập mã doanh nghiệp, hoặc đăng nhập bằng email' }
        : {},
    send: (body, { typed }) => {
      void rememberCompany('remember' in typed ? (body.ma_dn ?? '') : '');
      return onGiven(body);
    },
  });
  const form = props.ref;
  const input = (name: string) => form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  useEffect(() => {
    let isHere = true;
    void rememberedCompany().then((code) => {
      const inputs = form.current?.elements;
      const company = inputs?.namedItem('ma_dn');
      const name = inputs?.namedItem('username');
      if (!isHere || !(company instanceof HTMLInputElement) || !(name instanceof HTMLInputElement)) return;
      // What is put in under somebody's hands would stand before what they type.
      if (company.value === '' && document.activeElement !== company) company.value = code;
      onCompany(company.value);
      // With a keyboard one types at once, where one has not begun to; on a phone the keyboard would cover half of the page.
      if (matchMedia(narrow).matches || form.current?.contains(document.activeElement)) return;
      (company.value === '' ? company : name).focus();
    });
    return () => {
      isHere = false;
    };
  }, [form, onCompany]);

  const fillIn = (username: string) => {
    for (const [name, value] of [
      ['ma_dn', demo?.ma_dn ?? ''],
      ['username', username],
    ] as const) {
      const field = input(name);
      if (field) field.value = value;
    }
    reset();
    input('password')?.focus();
  };

  const forget = () => {
    // What was typed already need not be typed again.
    sessionStorage.setItem(forgottenKey, JSON.stringify([input('ma_dn')?.value ?? '', input('username')?.value ?? '']));
    onForgotten();
  };

  return (
    <>
      <form {...props} className={styles.form}>
        {refusal && <Refusal {...refusal} />}
        <TextField
          large
          name="ma_dn"
          label="Mã doanh nghiệp"
          autoComplete="organization"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          error={errors['ma_dn']}
          onBlur={(event) => onCompany(event.currentTarget.value.trim())}
        />
        <TextField
          large
          required
          name="username"
          label="Email hoặc tên đăng nhập"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="email"
          error={errors['username']}
        />
        <PasswordField
          large
          required
          name="password"
          label="Mật khẩu"
          autoComplete="current-password"
          error={errors['password']}
        />
        <div className={styles.row}>
          <Checkbox name="remember" label="Ghi nhớ mã doanh nghiệp" defaultChecked />
          <Button look="quiet" size="sm" onClick={forget}>
            Quên mật khẩu?
          </Button>
        </div>
        <Button type="submit" look="primary" size="lg" busy={busy} className={styles.submit}>
          {busy ? 'Đang đăng nhập…' : 'Đăng nhập'}
        </Button>
      </form>
      {demo && (
        <section className={styles.demo} aria-labelledby="demo-title">
          <h2 id="demo-title">Bản dùng thử</h2>
          <p>Chọn một người để điền sẵn. Mật khẩu đã in ở cửa sổ dòng lệnh lúc khởi động.</p>
          <div className={styles.people}>
            {demo.usernames.map((username) => (
              <Button key={username} size="sm" onClick={() => fillIn(username)}>
                {username}
              </Button>
            ))}
          </div>
          <p>Mở thêm một thẻ, đăng nhập người khác và gọi cho nhau.</p>
        </section>
      )}
    </>
  );
}
