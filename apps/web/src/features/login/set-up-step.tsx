import { beginTotp, type ResultOf } from '@alo/contract';
import { useEffect, useState } from 'react';
import { RecoveryCodes } from '../../domain/second-factor/recovery-codes.tsx';
import { SetUpTotp } from '../../domain/second-factor/set-up-totp.tsx';
import type { Api } from '../../kit/api/client.ts';
import { explain } from '../../kit/api/problem.ts';
import styles from './login-page.module.css';
import { Refusal } from './refusal.tsx';

/** Somebody who must have a second factor sets one up; only then they come in. */
export default function SetUpStep({ api, onDone }: { api: Api; onDone: () => void }) {
  const [made, setMade] = useState<ResultOf<typeof beginTotp>>();
  const [error, setError] = useState<unknown>();
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => {
    let isHere = true;
    api(beginTotp, { body: {} }).then(
      (secret) => isHere && setMade(secret),
      (reason: unknown) => isHere && setError(reason),
    );
    return () => {
      isHere = false;
    };
  }, [api]);
  if (error !== undefined) return <Refusal {...explain(error)} />;
  return (
    <div className={styles.form}>
      {codes === undefined ? (
        <SetUpTotp api={api} made={made} onDone={(made) => (made.length === 0 ? onDone() : setCodes(made))} />
      ) : (
        <RecoveryCodes codes={codes} done="Tôi đã giữ các mã, vào Alô" onDone={onDone} />
      )}
    </div>
  );
}
