import { beginSignInElsewhere, type ResultOf, signInWays } from '@alo/contract';
import { Button } from '@alo/ui';
import { useEffect, useState } from 'react';

import type { Api } from '../../kit/api/client.ts';
import { keepRound } from './elsewhere-round.ts';

/** A way to the accounts that a company has elsewhere, and a word of its directory, as soon as its code is there. */
export function Elsewhere({ api, code, onFailed }: { api: Api; code: string; onFailed: (error: unknown) => void }) {
  const [known, setKnown] = useState<ResultOf<typeof signInWays> & { code: string }>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!signInWays.body.safeParse({ ma_dn: code }).success) return undefined;
    const left = new AbortController();
    api(signInWays, { body: { ma_dn: code } }, left.signal)
      .then((ways) => setKnown({ ...ways, code }))
      // The password is still there; whoever is not connected hears of it by the form.
      .catch(() => setKnown(undefined));
    return () => left.abort();
  }, [api, code]);
  if (known?.code !== code) return null;

  const go = async () => {
    setBusy(true);
    try {
      const { url, flow } = await api(beginSignInElsewhere, { body: { ma_dn: code } });
      keepRound(flow);
      location.assign(url);
    } catch (error) {
      onFailed(error);
      setBusy(false);
    }
  };
  const { provider, directory } = known;
  return (
    <>
      {directory !== null && <p>Tên và mật khẩu của {directory.name} cũng dùng được.</p>}
      {provider !== null && (
        <Button size="lg" busy={busy} onClick={() => void go()}>
          Đăng nhập bằng {provider.name}
        </Button>
      )}
    </>
  );
}
