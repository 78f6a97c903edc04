import { createHistoriesCall, type ResultOf } from '@alo/contract';
import { Button, Dialog, DialogActions, IconPhone } from '@alo/ui';
import { useEffect, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { usePhone, usePhoneContext } from '../model/phone-context.ts';
import { callWantedBy, withoutWantedCall } from './wanted-call.ts';

type Prepared = ResultOf<typeof createHistoriesCall>;

/**
 * A page was opened by a link that calls somebody: of another system, or a `tel:` link anywhere. It is asked first, for a page
 * that somebody else leads one to calls nobody by itself.
 */
export function LinkedCall() {
  const { api, toasts } = useConsole();
  const { phone, dial: ask } = usePhoneContext();
  const { canDial } = usePhone();
  const [wanted] = useState(() => callWantedBy(location.search));
  const [prepared, setPrepared] = useState<Prepared | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    // Loading the page again asks for no second call; who has to sign in first is brought back to the whole address.
    const answered = () => history.replaceState(history.state, '', withoutWantedCall(location.href));
    api(createHistoriesCall, { body: { phone: wanted } }).then(
      (found) => {
        answered();
        setPrepared(found);
      },
      (error: unknown) => {
        answered();
        // Whoever refuses advertising is asked about as by any other way to call them.
        if (error instanceof ApiProblem && error.code === 'refuses_advertising') return void ask(wanted);
        toasts.show({ key: 'phone', kind: 'error', ...explain(error) });
      },
    );
  }, [api, ask, toasts, wanted]);

  if (prepared === null) return null;
  const { dial, name, phone: number } = prepared;
  const close = () => setPrepared(null);
  const call = () => {
    phone?.dial(dial, { number, name: name ?? '' });
    close();
  };
  return (
    <Dialog opened onClose={close} title={`Gọi ${name ?? groupedPhone(number)}?`}>
      <p>{name === null ? 'Một liên kết muốn gọi số này.' : `Một liên kết muốn gọi ${groupedPhone(number)}.`}</p>
      <DialogActions>
        <Button onClick={close}>Không gọi</Button>
        <Button look="primary" data-autofocus icon={<IconPhone aria-hidden />} disabled={!canDial} onClick={call}>
          {canDial ? 'Gọi' : 'Điện thoại chưa sẵn sàng'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
