import { basePrefix, type Endpoint } from '@alo/contract';

/** One request of the company of the load programs, with the answer as it comes. */
export function askApi(
  address: string,
  { base, method, path }: Endpoint,
  { token = '', query = '', body }: { readonly token?: string; readonly query?: string; readonly body?: object },
): Promise<Response> {
  const url = `${address}${basePrefix[base].replace(':ma_dn', 'load')}${path}${query}`;
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  if (method === 'GET') return reading(url, headers);
  return fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

/**
 * Reads as browsers do: a connection that was kept may be closed at its far end at the moment at which something is asked over it, and what
 * only reads is then asked anew (RFC 9112 §9.3.1).
 */
export async function reading(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    return await fetch(url, { headers });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // What `fetch` throws where there is no answer.
    return fetch(url, { headers });
  }
}
