import { basePrefix, type Endpoint } from '@alo/contract';

/** One request of the company of the load programs, with the answer as it comes. */
export function askApi(
  address: string,
  { base, method, path }: Endpoint,
  { token = '', query = '', body }: { readonly token?: string; readonly query?: string; readonly body?: object },
): Promise<Response> {
  return fetch(`${address}${basePrefix[base].replace(':ma_dn', 'load')}${path}${query}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
