import { type Endpoint, keepCallDisposition, keepDisposition, type PhoneNews, type ResultOf } from '@alo/contract';

import type { Api, CallParts } from '../../kit/api/client.ts';

/** The same server, which tells what came of a call once it has kept it, by whichever form that was said. */
export function tellingOutcomes(api: Api, tell: (news: PhoneNews) => void): Api {
  const call = async <E extends Endpoint>(
    endpoint: E,
    given: CallParts<E>,
    signal?: AbortSignal,
  ): Promise<ResultOf<E>> => {
    const answer = await api(endpoint, given, signal);
    const news = outcomeIn(endpoint, given);
    if (news !== undefined) tell(news);
    return answer;
  };
  return Object.assign(call, { file: api.file });
}

function outcomeIn(endpoint: Endpoint, given: { params?: unknown; body?: unknown }): PhoneNews | undefined {
  if (endpoint === keepDisposition) {
    const { id: customer_id } = keepDisposition.params.parse(given.params);
    const { outcome, note, next_call_at, call_id } = keepDisposition.body.parse(given.body);
    return { type: 'outcome', call_id, customer_id, outcome, note, next_call_at };
  }
  if (endpoint === keepCallDisposition) {
    const { id: call_id } = keepCallDisposition.params.parse(given.params);
    const { outcome, note, next_call_at } = keepCallDisposition.body.parse(given.body);
    return { type: 'outcome', call_id, customer_id: null, outcome, note, next_call_at };
  }
  return undefined;
}
