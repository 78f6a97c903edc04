import { type ConsoleConfig, loginTenant } from '@alo/contract';
import { Button, Checkbox, IconAlertCircle, Logo, narrow, PasswordField, TextField, type Toasts } from '@alo/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { ApiProblem, explain } from '../../shared/api/problem.ts';
import type { Session } from '../../shared/session/storage.ts';
import { LoginArt } from './login-art.tsx';
import styles from './login-page.module.css';
import type { Credentials } from './sign-in.ts';
import { useExpiredNotice } from './use-expired-notice.ts';

const rememberedKey = 'remembered_ma_dn';
const fields = ['ma_dn', 'username', 'password'] as const;
type Errors = Partial<Record<(typeof fields)[number], string>>;

/** /login: company code, name, password. The form is uncontrolled, so whatever a password manager fills in is taken. */
export function LoginPage({
  demo,
  signIn,
  present,
  onSignedIn,
  toasts,
  tab,
}: {
  demo: ConsoleConfig['demo'];
  signIn: (credentials: Credentials) => Promise<Session>;
  /** Somebody is signed in in this browser already; one may go on as that person. */
  present: Session | undefined;
  onSignedIn: (session: Session) => Promise<void>;
  toasts: Toasts;
  /** The storage of this tab, which knows why the page came up by itself. */
  tab: Storage;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<{ text: string; code: string }>();
  const [busy, setBusy] = useState(false);
  const [remembered] = useState(() => localStorage.getItem(rememberedKey) ?? '');
  useExpiredNotice(toasts, tab);
  // With a keyboard one types at once; on a phone the keyboard would cover half of the page.
  useEffect(() => {
    if (matchMedia(narrow).matches) return;
    form.current?.querySelector<HTMLInputElement>(`input[name="${remembered === '' ? 'ma_dn' : 'username'}"]`)?.focus();
  }, [remembered]);
  // The console is fetched while the person types.
  useEffect(() => {
    const timer = setTimeout(() => void import('../../app/mount-console.tsx'), 800);
    return () => clearTimeout(timer);
  }, []);

  const input = (name: string) => form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  const refuse = (wrong: Errors) => {
    setErrors(wrong);
    const first = fields.find((name) => wrong[name] !== undefined);
    if (first) input(first)?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    setRefusal(undefined);
    const parsed = loginTenant.body.safeParse(Object.fromEntries(data));
    if (!parsed.success)
      return refuse(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]).toReversed()),
      );
    setErrors({});
    setBusy(true);
    try {
      const session = await signIn(parsed.data);
      if (data.has('remember')) localStorage.setItem(rememberedKey, parsed.data.ma_dn);
      else localStorage.removeItem(rememberedKey);
      await onSignedIn(session);
    } catch (error) {
      setBusy(false);
      setRefusal(explain(error));
      if (error instanceof ApiProblem) refuse(error.body.fields);
    }
  };

  const fillIn = (username: string) => {
    for (const [name, value] of [
      ['ma_dn', demo?.ma_dn ?? ''],
      ['username', username],
    ] as const) {
      const field = input(name);
      if (field) field.value = value;
    }
    setErrors({});
    input('password')?.focus();
  };

  return (
    <div className={styles.page}>
      <title>Đăng nhập · Alô</title>
      <main className={styles.side}>
        <div className={styles.column}>
          <Logo size={34} />
          <h1 className={styles.title}>Đăng nhập</h1>
          {present ? (
            <Present onGoOn={() => void onSignedIn(present)} />
          ) : (
            <p className={styles.lead}>Nghe, gọi và chăm sóc khách hàng ngay trên trình duyệt.</p>
          )}
          <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
            {refusal && (
              <div role="alert" className={styles.refusal}>
                <IconAlertCircle size={18} aria-hidden />
                <div>
                  <p>{refusal.text}</p>
                  {refusal.code !== '' && <p className={styles.code}>Mã hỗ trợ: {refusal.code}</p>}
                </div>
              </div>
            )}
            <TextField
              large
              required
              name="ma_dn"
              label="Mã doanh nghiệp"
              autoComplete="organization"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              defaultValue={remembered}
              error={errors.ma_dn}
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
              error={errors.username}
            />
            <PasswordField
              large
              required
              name="password"
              label="Mật khẩu"
              autoComplete="current-password"
              error={errors.password}
            />
            <Checkbox name="remember" label="Ghi nhớ mã doanh nghiệp" defaultChecked />
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
        </div>
      </main>
      <LoginArt />
    </div>
  );
}

/** Somebody is signed in in this browser: signing in here leaves that session alone, and one may also just go on with it. */
const Present = ({ onGoOn }: { onGoOn: () => void }) => (
  <div className={styles.present}>
    <p>Chỉ thẻ này đổi người, các thẻ khác giữ nguyên.</p>
    <Button size="sm" onClick={onGoOn}>
      Dùng tiếp tài khoản đang mở
    </Button>
  </div>
);
