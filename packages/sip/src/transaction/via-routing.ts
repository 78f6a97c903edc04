import { splitList } from '../message/lexer.ts';
import type { Header, Request } from '../message/message.ts';
import { readTopVia } from '../message/read-headers.ts';
import { formatVia, type Via } from '../message/via.ts';
import { type Flow, isReliable, udpFlow } from '../transport/flow.ts';

/** The request with `received` and `rport` in its top Via, as its receiver notes them (RFC 3261 §18.2.1, RFC 3581 §4). */
export function stampVia(request: Request, via: Via, flow: Flow): Request {
  const { address, port } = flow.remote;
  const wantsPort = via.params.get('rport') === '';
  if (bare(via.host) === address && !wantsPort && !via.params.has('received')) return request;
  const params = new Map(via.params);
  // A `received` of the sender's own would send our answers elsewhere.
  params.set('received', address);
  if (wantsPort) params.set('rport', String(port));
  return { ...request, headers: withTopVia(request.headers, formatVia({ ...via, params })) };
}

function withTopVia(headers: readonly Header[], top: string): readonly Header[] {
  const index = headers.findIndex((field) => field.name === 'via');
  const others = splitList(headers[index]?.value ?? '').slice(1);
  return headers.with(index, { name: 'via', value: [top, ...others].join(', ') });
}

/**
 * Where the answers go (§18.2.2): back on a connection; to the source port when the sender asked by `rport` (RFC 3581
 * §4), or believes to be at another address: a NAT gave it the port. Else to the source address at the port in the Via, on which some
 * listen who speak from another one. `maddr` is not obeyed: it would let anyone aim our answers.
 */
export function replyFlow(via: Via, flow: Flow): Flow {
  if (isReliable(flow) || via.params.has('rport') || isElsewhere(via.host, flow.remote.address)) return flow;
  const port = via.port ?? 5060;
  return port === flow.remote.port ? flow : udpFlow(flow.remote.address, port);
}

/** The value of a Via that we put on a request of ours (§18.1.1); over UDP we ask for answers to our port (RFC 3581 §3). */
export const ownVia = (flow: Flow, sentBy: string, branch: string): string =>
  `SIP/2.0/${flow.transport.toUpperCase()} ${sentBy};branch=${branch}${flow.transport === 'udp' ? ';rport' : ''}`;

/** How many hops stand in the Via headers: a response of ours has exactly one (§8.1.3.3). */
export function hops(headers: readonly Header[]): number {
  let count = 0;
  for (const field of headers) if (field.name === 'via') count += splitList(field.value).length;
  return count;
}

/** The top Via of a request that the parser has let through. */
export function parsedTopVia(headers: readonly Header[]): Via | undefined {
  for (const field of headers) if (field.name === 'via') return readTopVia(field.value);
  return undefined;
}

/** Only of an address: a name may well be that of the source. */
const isElsewhere = (host: string, source: string): boolean => ADDRESS.test(host) && bare(host) !== source;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i;

const bare = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host);
