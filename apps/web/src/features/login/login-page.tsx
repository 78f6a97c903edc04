import type { ConsoleConfig } from '@alo/contract';
import { Button, IconPassword, Logo, type Toasts } from '@alo/ui';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { rememberedBrand } from '../../domain/brand/remembered-brand.ts';
import { explain } from '../../kit/api/problem.ts';
import { signUpPath } from '../../kit/session/login-paths.ts';
import type { Session } from '../../kit/session/storage.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { LoginArt } from './login-art.tsx';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';
import type { Credentials, SignIn, SignInOutcome } from './sign-in.ts';
import { useExpiredNotice } from './use-expired-notice.ts';

/** For who has forgotten the password, and for who has a second factor. */
const ForgotPassword = lazy(() => import('./forgot-password.tsx'));
const SecondStep = lazy(() => import('./second-step.tsx'));
/** With its QR codes only for who needs it. */
const SetUpStep = lazy(() => import('./set-up-step.tsx'));

type Step =
  | { readonly kind: 'credentials' | 'forgotten' }
  | (Exclude<SignInOutcome, { kind: 'signed-in' }> & { readonly given: Credentials });

const titles = {
  credentials: 'Đăng nhập',
  forgotten: 'Quên mật khẩu',
  'choose-company': 'Chọn công ty',
  'second-factor': 'Xác thực hai bước',
  'must-set-up': 'Bật xác thực hai bước',
} as const satisfies Record<Step['kind'], string>;

/** /login: name and password, then whatever else is asked for until somebody is in. */
export function LoginPage({
  demo,
  offersSignUp,
  signIn,
  present,
  coming,
  fetchConsole,
  onSignedIn,
  toasts,
  tab,
}: {
  demo: ConsoleConfig['demo'];
  /** Strangers may make a company of their own. */
  offersSignUp: boolean;
  signIn: SignIn;
  /** Somebody is signed in in this browser already; one may go on as that person. */
  present: Session | undefined;
  /** Who comes back from their company's own sign-in. */
  coming: Promise<SignInOutcome> | undefined;
  fetchConsole: () => Promise<unknown>;
  onSignedIn: (session: Session) => Promise<void>;
  toasts: Toasts;
  /** The storage of this tab, which knows why the page came up by itself. */
  tab: Storage;
}) {
  const [step, setStep] = useState<Step>({ kind: 'credentials' });
  const [code, setCode] = useState('');
  const [isComing, setComing] = useState(coming !== undefined);
  /** Why the company's own sign-in did not let somebody in: it stays to be read, as the page has come up by itself. */
  const [refused, setRefused] = useState<ReturnType<typeof explain>>();
  useExpiredNotice(toasts, tab);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = step.kind === 'credentials';
  // What was pressed has gone with its step; a step with a field of its own has taken the focus already.
  useEffect(() => {
    if (!isFirst && document.activeElement === document.body) heading.current?.focus();
  }, [isFirst]);
  // The console is fetched while the person types.
  useEffect(() => {
    const timer = setTimeout(() => void fetchConsole(), 800);
    return () => clearTimeout(timer);
  }, [fetchConsole]);

  const follow = async (outcome: SignInOutcome, given: Credentials) => {
    if (outcome.kind === 'signed-in') await onSignedIn(outcome.session);
    else setStep({ ...outcome, given });
  };
  // Told once: the page that is taken away in between is no other one.
  const comes = useEffectEvent((outcome: SignInOutcome) => follow(outcome, { username: '', password: '' }));
  useEffect(() => {
    let isHere = true;
    coming
      ?.then((outcome) => (isHere ? comes(outcome) : undefined))
      .catch((error: unknown) => {
        if (!isHere) return;
        setComing(false);
        setRefused(explain(error));
      });
    return () => {
      isHere = false;
    };
  }, [coming]);
  const give = async (given: Credentials) => follow(await signIn.byPassword(given), given);
  const fail = (error: unknown) => toasts.show({ kind: 'error', ...explain(error) });
  const back = () => setStep({ kind: 'credentials' });
  const withPasskey = async () => {
    const { passkeyTrouble } = await import('../../domain/passkey/passkey.ts');
    try {
      await follow(await signIn.byPasskey(), { username: '', password: '' });
    } catch (error) {
      if (error instanceof DOMException || (error instanceof Error && error.name !== 'ApiProblem'))
        toasts.show({ kind: 'error', text: passkeyTrouble(error) });
      else fail(error);
    }
  };

  const content = () => {
    switch (step.kind) {
      case 'credentials':
        return isComing ? (
          <output className={styles.lead}>Đang đăng nhập…</output>
        ) : (
          <>
            {refused && (
              <div className={styles.refused}>
                <Refusal {...refused} />
              </div>
            )}
            <CredentialsForm
              demo={demo}
              onGiven={give}
              onForgotten={() => setStep({ kind: 'forgotten' })}
              onCompany={setCode}
            />
            <div className={styles.others}>
              <Elsewhere api={signIn.api} code={code} onFailed={(error) => setRefused(explain(error))} />
              <Button size="lg" icon={<IconPassword size={18} aria-hidden />} onClick={() => void withPasskey()}>
                Vào bằng khoá truy cập
              </Button>
              {offersSignUp && (
                <p>
                  Chưa có tài khoản? <a href={signUpPath}>Dùng thử miễn phí</a>
                </p>
              )}
            </div>
          </>
        );
      case 'forgotten':
        return (
          <Suspense fallback={<output aria-label="Đang tải" />}>
            <ForgotPassword api={signIn.api} onBack={back} />
          </Suspense>
        );
      case 'choose-company':
        return (
          <ul className={styles.companies}>
            {step.companies.map(({ ma_dn, name }) => (
              <li key={ma_dn}>
                <Button size="lg" onClick={() => void give({ ...step.given, ma_dn }).catch(fail)}>
                  {name} ({ma_dn})
                </Button>
              </li>
            ))}
            <li>
              <Button look="quiet" onClick={back}>
                Quay lại
              </Button>
            </li>
          </ul>
        );
      case 'second-factor':
        return (
          <Suspense fallback={<output aria-label="Đang tải" />}>
            <SecondStep
              code={step.code}
              passkey={step.passkey}
              onCode={(code) => give({ ...step.given, code })}
              onPasskey={async () => give({ ...step.given, passkey: await signIn.passkeyAnswer() })}
              onBack={back}
            />
          </Suspense>
        );
      case 'must-set-up':
        return (
          <Suspense fallback={<output aria-label="Đang tải" />}>
            <SetUpStep api={step.api} onDone={() => void step.finish().then(onSignedIn).catch(fail)} />
          </Suspense>
        );
      default:
        return step satisfies never;
    }
  };

  return (
    <div className={styles.page}>
      <title>{`${titles[step.kind]} · Alô`}</title>
      <main className={styles.side}>
        <div className={styles.column}>
          <Logo size={34} brand={rememberedBrand()} />
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {titles[step.kind]}
          </h1>
          {step.kind === 'credentials' && present && <Present onGoOn={() => void onSignedIn(present)} />}
          {step.kind === 'credentials' && !present && (
            <p className={styles.lead}>Nghe, gọi và chăm sóc khách hàng ngay trên trình duyệt.</p>
          )}
          {step.kind === 'must-set-up' && (
            <p className={styles.lead}>Công ty yêu cầu thêm một bước khi đăng nhập. Thiết lập một lần, mất một phút.</p>
          )}
          {content()}
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
