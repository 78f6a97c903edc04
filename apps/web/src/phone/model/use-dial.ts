import { createHistoriesCall, type RefusesAdvertising, refusesAdvertising } from '@alo/contract';
import type { PhoneController } from '@alo/softphone';
import { useCallback, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { currentIn, explain } from '../../kit/api/problem.ts';

/** Somebody wants to call a customer who refuses advertising; nothing is dialled before they have said that they still do. */
export interface DialQuestion {
  readonly number: string;
  readonly words: string;
  readonly refusal: RefusesAdvertising;
}

export interface PhoneDialling {
  readonly dial: (number: string) => Promise<void>;
  readonly question: DialQuestion | null;
  readonly answer: (anyway: boolean) => void;
}

/** Every outgoing call is asked for first (specification §7): the server says what must be dialled, and who it is. */
export function useDial(phone: PhoneController | null): PhoneDialling {
  const { api, toasts } = useConsole();
  const [question, setQuestion] = useState<DialQuestion | null>(null);
  const call = useCallback(
    async (number: string, anyway: boolean) => {
      if (phone === null) {
        toasts.show({ key: 'phone', kind: 'error', text: 'Điện thoại chưa sẵn sàng nên chưa gọi được.' });
        return;
      }
      if (phone.snapshot().state.call.status !== 'idle') {
        toasts.show({ key: 'phone', kind: 'info', text: 'Bạn đang có cuộc gọi. Hãy kết thúc trước khi gọi số khác.' });
        return;
      }
      try {
        const prepared = await api(createHistoriesCall, { body: { phone: number, anyway } });
        phone.dial(prepared.dial, { number: prepared.phone, name: prepared.name ?? '' });
      } catch (error) {
        const refusal = currentIn(error, refusesAdvertising, 'refuses_advertising');
        if (refusal === undefined) toasts.show({ key: 'phone', kind: 'error', ...explain(error) });
        else setQuestion({ number, words: explain(error).text, refusal });
      }
    },
    [api, toasts, phone],
  );
  const dial = useCallback((number: string) => call(number, false), [call]);
  const answer = (anyway: boolean) => {
    setQuestion(null);
    if (anyway && question !== null) void call(question.number, true);
  };
  return { dial, question, answer };
}
