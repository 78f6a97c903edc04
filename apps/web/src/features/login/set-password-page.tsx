import { applyOneUseLink, type ConsoleConfig, type ResultOf, readOneUseLink } from '@alo/contract';
import { Button, buttonClass, Logo, PasswordField, State } from '@alo/ui';
import { useEffect, useState } from 'react';

import { createApi } from '../../kit/api/client.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { loginPath } from '../../kit/session/login-paths.ts';
import type { Problems } from '../../resource/fields/problems.ts';
import { useContractForm } from '../../resource/form/use-contract-form.ts';
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

/** The token is the page's. */
const chosen = applyOneUseLink.body.pick({ new_password: true });
/** The fields keep what is typed themselves. */
const nothing = {};

function PasswordForm({
  email,
  onChosen,
  onDead,
}: {
  email: string;
  onChosen: (password: string) => Promise<void>;
  onDead: (error: unknown) => void;
}) {
  const { props, errors, refusal, busy } = useContractForm({
    schema: chosen,
    values: nothing,
    body: (_, { new_password }) => ({ new_password }),
    mistakes: (_, { new_password, again }): Problems =>
      again === new_password ? {} : { again: 'Hai lần nhập chưa giống nhau' },
    send: ({ new_password }) => onChosen(new_password),
    onRefused: (error) => {
      if (!isDead(error)) return undefined;
      onDead(error);
      return true;
    },
  });

  return (
    <form {...props} className={styles.form}>
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
        error={errors['new_password']}
      />
      <PasswordField
        large
        required
        name="again"
        label="Nhập lại mật khẩu"
        autoComplete="new-password"
        error={errors['again']}
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
