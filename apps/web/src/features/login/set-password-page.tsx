import { applyOneUseLink, type ConsoleConfig, type ResultOf, readOneUseLink } from '@alo/contract';
import { Button, buttonClass, Logo, PasswordField, State } from '@alo/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { createApi } from '../../kit/api/client.ts';
import { ApiProblem, explain, mistakesToldBy } from '../../kit/api/problem.ts';
import { loginPath } from '../../kit/session/login-paths.ts';
import { LoginArt } from './login-art.tsx';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';
import { rememberCompany } from './remembered-company.ts';

type Held = ResultOf<typeof readOneUseLink>;

const words = {
  invite: { title: 'Đặt mật khẩu', lead: 'mời bạn dùng tổng đài Alô. Chọn một mật khẩu để bắt đầu.' },
  reset: { title: 'Đặt mật khẩu mới', lead: 'nhận yêu cầu đặt lại mật khẩu của bạn.' },
} as const;

/** /set-password: whoever was sent a link chooses a password, once. The token stands behind the #, and goes with the first look. */
export function SetPasswordPage({ config, token }: { config: ConsoleConfig; token: string }) {
  const [api] = useState(() =>
    createApi({
      config,
      credentials: () => ({ token: undefined, tenantCode: undefined }),
      onExpired: () => undefined,
    }),
  );
  const [held, setHeld] = useState<Held>();
  const [trouble, setTrouble] = useState<unknown>();
  const [done, setDone] = useState(false);

  useEffect(() => {
    let isHere = true;
    api(readOneUseLink, { body: { token } }).then(
      (found) => isHere && setHeld(found),
      (error: unknown) => isHere && setTrouble(error),
    );
    return () => {
      isHere = false;
    };
  }, [api, token]);

  const content = () => {
    if (trouble !== undefined) {
      return (
        <>
          <h1 className="alo-unseen">Đặt mật khẩu</h1>
          <Dead error={trouble} />
        </>
      );
    }
    if (held === undefined) return <output aria-label="Đang tải" />;
    if (done) {
      return (
        <>
          <h1 className={styles.title}>Đã đặt mật khẩu</h1>
          <p className={styles.lead}>
            Đăng nhập bằng mã doanh nghiệp <b>{held.ma_dn}</b> và email <b>{held.email}</b>.
          </p>
          <p className={styles.form}>
            {/* The form that had the focus is gone. */}
            <a ref={(link) => link?.focus()} href={loginPath} className={buttonClass('primary', 'lg')}>
              Đăng nhập
            </a>
          </p>
        </>
      );
    }
    return (
      <>
        <h1 className={styles.title}>{words[held.kind].title}</h1>
        <p className={styles.lead}>
          Chào {held.name}. <b>{held.tenant_name}</b> {words[held.kind].lead}
        </p>
        <PasswordForm
          email={held.email}
          onChosen={async (new_password) => {
            await api(applyOneUseLink, { body: { token, new_password } });
            // The sign-in begins with the company that one belongs to.
            await rememberCompany(held.ma_dn);
            setDone(true);
          }}
          onDead={setTrouble}
        />
      </>
    );
  };

  return (
    <div className={styles.page}>
      <title>Đặt mật khẩu · Alô</title>
      <main className={styles.side}>
        <div className={styles.column}>
          <Logo size={34} />
          {content()}
        </div>
      </main>
      <LoginArt />
    </div>
  );
}

function PasswordForm({
  email,
  onChosen,
  onDead,
}: {
  email: string;
  onChosen: (password: string) => Promise<void>;
  onDead: (error: unknown) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<{ field: 'new_password' | 'again'; text: string }>();
  const [refusal, setRefusal] = useState<{ text: string; code: string }>();
  const [busy, setBusy] = useState(false);
  const refuse = (field: 'new_password' | 'again', text: string) => {
    setError({ field, text });
    form.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const parsed = applyOneUseLink.body.shape.new_password.safeParse(data.get('new_password'));
    if (!parsed.success) return refuse('new_password', parsed.error.issues[0]?.message ?? '');
    if (data.get('again') !== parsed.data) return refuse('again', 'Hai lần nhập chưa giống nhau');
    setError(undefined);
    setRefusal(undefined);
    setBusy(true);
    try {
      await onChosen(parsed.data);
    } catch (reason) {
      setBusy(false);
      const wrong = mistakesToldBy(reason)?.['new_password'];
      if (wrong !== undefined) refuse('new_password', wrong);
      else if (isDead(reason)) onDead(reason);
      // What was chosen stays in the form, to be sent again.
      else setRefusal(explain(reason));
    }
  };

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {refusal && <Refusal {...refusal} />}
      {/* For password managers: whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        large
        required
        name="new_password"
        label="Mật khẩu mới"
        hint="Ít nhất 8 ký tự. Một câu dài dễ nhớ thì tốt hơn ký tự lạ."
        autoComplete="new-password"
        error={error?.field === 'new_password' ? error.text : undefined}
      />
      <PasswordField
        large
        required
        name="again"
        label="Nhập lại mật khẩu"
        autoComplete="new-password"
        error={error?.field === 'again' ? error.text : undefined}
      />
      <Button type="submit" look="primary" size="lg" busy={busy} className={styles.submit}>
        Đặt mật khẩu
      </Button>
    </form>
  );
}

const isDead = (error: unknown) => error instanceof ApiProblem && error.code === 'dead_link';

const Dead = ({ error }: { error: unknown }) => {
  const { text, code } = explain(error);
  const dead = isDead(error);
  return (
    <State
      drawing={dead ? 'lost' : 'error'}
      title={dead ? 'Liên kết không còn dùng được' : 'Chưa mở được liên kết'}
      code={code}
      action={
        dead ? (
          <a href={loginPath} className={buttonClass('primary')}>
            Về trang đăng nhập
          </a>
        ) : (
          <Button onClick={() => location.reload()}>Thử lại</Button>
        )
      }
    >
      {text.replace(/\.?$/, '.')}
      {dead && ' Nếu bạn vừa đặt mật khẩu bằng liên kết này, hãy đăng nhập.'}
    </State>
  );
};
