import {
  type ConsoleConfig,
  draftHeader,
  type Endpoint,
  endsSession,
  type RequestOf,
  type ResultOf,
} from '@alo/contract';
import { safeParse, type z } from 'zod';

import { ApiProblem } from './problem.ts';

type NothingNeeded = Record<never, never>;

/** Only the parts of a request that the endpoint really has must be given. */
export type CallParts<E extends Endpoint> = Partial<RequestOf<E>> & {
  [Part in keyof RequestOf<E> as NothingNeeded extends RequestOf<E>[Part] ? never : Part]: RequestOf<E>[Part];
} & Keyed;

interface Keyed {
  /** What is posted under the same key again is the same request, which the server does once. */
  readonly key?: string;
}

export interface Api {
  /** Makes a call of the contract. Throws `ApiProblem`. */
  <E extends Endpoint>(endpoint: E, given: CallParts<E>, signal?: AbortSignal): Promise<ResultOf<E>>;
  /** The same for a call that answers bytes. */
  file: <E extends Endpoint>(endpoint: E, given: CallParts<E>, signal?: AbortSignal) => Promise<Response>;
}

export interface ApiOptions {
  config: ConsoleConfig;
  /** Bearer token and company code at the moment of the call. */
  credentials: () => { token: string | undefined; tenantCode: string | undefined };
  /** The phone system is read and changed as its draft has it. */
  drafting?: boolean;
  /** The session is over: told once, however many calls fail together. */
  onExpired: () => void;
  /** A second factor is asked for since somebody signed in. */
  onSecondFactor?: () => void;
  /** An answer is none that this page knows. */
  onStrange?: (endpoint: Endpoint, why: string) => void;
  fetch?: typeof globalThis.fetch;
}

/** The one client of the server, typed by the contract. */
export function createApi({
  config,
  credentials,
  drafting = false,
  onExpired,
  onSecondFactor,
  onStrange,
  fetch = globalThis.fetch.bind(globalThis),
}: ApiOptions): Api {
  let expired = false;

  async function send(
    endpoint: Endpoint,
    given: Partial<RequestOf<Endpoint>> & Keyed,
    signal: AbortSignal | undefined,
  ) {
    const { token, tenantCode } = credentials();
    const { tenantIn } = endpoint;
    // Where a call names the company the session knows which one it is.
    const content = tenantIn?.part === 'body' ? { ...(given.body ?? {}), [tenantIn.name]: tenantCode } : given.body;
    const answer = await fetch(address(endpoint, config, tenantCode, given), {
      method: endpoint.method,
      headers: {
        accept: endpoint.answers === 'json' ? 'application/json' : '*/*',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(drafting && { [draftHeader]: 'on' }),
        ...(given.key !== undefined && { 'idempotency-key': given.key }),
        ...(content !== undefined && endpoint.accepts === 'json' && { 'content-type': 'application/json' }),
      },
      ...(content !== undefined && { body: bodyOf(endpoint, content) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw ApiProblem.offline();
    });
    if (answer.ok) return answer;
    const problem = ApiProblem.of(answer.status, await readJson(answer, signal));
    if (problem.code === 'second_factor_required') onSecondFactor?.();
    // Signing in is refused, not expired: there was no session yet.
    if (endpoint.access !== 'public' && !expired && endsSession(endpoint.base, answer.status)) {
      expired = true;
      onExpired();
    }
    throw problem;
  }

  const call = async <E extends Endpoint>(
    endpoint: E,
    given: CallParts<E>,
    signal?: AbortSignal,
  ): Promise<ResultOf<E>> => {
    const body = await readJson(await send(endpoint, given, signal), signal);
    const parsed = safeParse(endpoint.result, body ?? {});
    // A newer server may answer more or other than this page knows. The page shows what it can instead of nothing; a part that
    // cannot be drawn of it says so in its zone.
    if (!parsed.success) onStrange?.(endpoint, placesOf(parsed.error));
    return (parsed.success ? parsed.data : body) as ResultOf<E>;
  };
  return Object.assign(call, {
    file: <E extends Endpoint>(endpoint: E, given: CallParts<E>, signal?: AbortSignal) => send(endpoint, given, signal),
  });
}

/** Where an answer is another than expected, without what stands there. */
const placesOf = ({ issues }: z.core.$ZodError): string =>
  issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join('.')}: ${code}`)
    .join('; ');

/** What a query can carry: the contract's queries are flat. */
type Asked = string | number | boolean | undefined;

function address(
  endpoint: Endpoint,
  config: ConsoleConfig,
  tenantCode: string | undefined,
  given: Partial<RequestOf<Endpoint>>,
): string {
  const base = config[endpoint.base].replaceAll('{ma_dn}', encodeURIComponent(tenantCode ?? ''));
  const { tenantIn } = endpoint;
  const company = (part: 'params' | 'query') => (tenantIn?.part === part ? { [tenantIn.name]: tenantCode ?? '' } : {});
  const params = Object.entries({ ...company('params'), ...(given.params ?? {}) });
  const path = params.reduce(
    (left, [name, value]) => left.replace(`:${name}`, encodeURIComponent(String(value))),
    endpoint.path as string,
  );
  const query = new URLSearchParams(
    Object.entries<Asked>({ ...company('query'), ...(given.query ?? {}) }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** JSON, or a form where the call takes files. */
function bodyOf(endpoint: Endpoint, body: unknown): string | FormData {
  if (endpoint.accepts === 'json') return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

/** The JSON of an answer; undefined where there is none. An answer that breaks off on its way is none at all. */
async function readJson(answer: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await answer.text().catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw ApiProblem.offline();
  });
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // Not ours: a proxy's page. The status says enough.
    return undefined;
  }
}
