/** A sipp scenario, step by step. What it says is written here and sent by sipp; what it hears is checked by sipp. */
export type Step = Sends | Hears | Waits;

interface Sends {
  readonly does: 'send';
  readonly text: string;
  /** Again until it is answered, as UDP needs it. */
  readonly again: boolean;
}

interface Hears {
  readonly does: 'hear';
  /** A status, or the method of a request. */
  readonly what: number | string;
  readonly optional: boolean;
  readonly checks: readonly Check[];
  /** Header fields whose whole value is kept, by the name that it has in later messages. */
  readonly keeps: Readonly<Record<string, string>>;
}

interface Waits {
  readonly does: 'wait';
  readonly ms: number;
}

/** POSIX extended regular expressions: of a header field, or of the body. */
interface Check {
  /** A header field with its colon, or `body`. */
  readonly in: string;
  readonly says: string;
  /** That it must not say so. */
  readonly not?: boolean;
}

export const wait = (ms: number): Waits => ({ does: 'wait', ms });

/** Something that must come. `header: 'Warning: .*305'` and `body: 'RTP/SAVP'` are looked for in it, `without` must not be there. */
export function hear(
  what: number | string,
  checks: {
    readonly header?: string;
    readonly body?: string;
    readonly without?: string;
    readonly keeps?: Readonly<Record<string, string>>;
  } = {},
): Hears {
  const { header, body, without, keeps = {} } = checks;
  const [, field = '', says = ''] = /^([\w-]+): *(.*)$/.exec(header ?? '') ?? [];
  return {
    does: 'hear',
    what,
    optional: false,
    keeps,
    checks: [
      ...(header === undefined ? [] : [{ in: `${field}:`, says }]),
      ...(body === undefined ? [] : [{ in: 'body', says: body }]),
      ...(without === undefined ? [] : [{ in: 'body', says: without, not: true }]),
    ],
  };
}

/** Something that may come before what must. */
export const perhaps = (what: number | string): Hears => ({ ...hear(what), optional: true });

export interface ResponseContent {
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly type?: string;
}

interface Asked extends ResponseContent {
  readonly seq?: number;
  /** Of the protocol. */
  readonly version?: string;
}

const branch = 'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]';
const contact = 'Contact: <sip:[from]@[local_ip]:[local_port];transport=[transport]>';

/** A request of who calls: to our number at first, in the dialog once there is one. */
export function ask(method: string, { seq = 1, version = 'SIP/2.0', headers = [], ...said }: Asked = {}): Sends {
  const isFirst = (method === 'INVITE' && seq === 1) || method === 'CANCEL';
  const lines = [
    `${method} ${isFirst ? 'sip:[service]@[remote_ip]:[remote_port]' : '[next_url]'} ${version}`,
    method === 'CANCEL' ? '[last_Via:]' : branch,
    'Max-Forwards: 70',
    'From: <sip:[from]@[local_ip]:[local_port]>;tag=[pid]s[call_number]',
    `To: <sip:[service]@[remote_ip]:[remote_port]>${method === 'CANCEL' ? '' : '[peer_tag_param]'}`,
    'Call-ID: [call_id]',
    `CSeq: ${seq} ${method}`,
    contact,
    ...headers,
  ];
  return { does: 'send', text: withBody(lines, said), again: method !== 'ACK' };
}

interface Told extends ResponseContent {
  /** The message before was in the dialog: its To has our tag. */
  readonly inDialog?: boolean;
  /** It answers the INVITE, which is not what was heard last; where its Via was kept, by that name. */
  readonly ofInvite?: boolean;
  readonly via?: string;
}

/** A response of who is called. */
export function tell(
  status: string,
  { headers = [], inDialog = false, ofInvite = false, via, ...said }: Told = {},
): Sends {
  const lines = [
    `SIP/2.0 ${status}`,
    via === undefined ? '[last_Via:]' : `Via:[$${via}]`,
    '[last_From:]',
    `[last_To:]${inDialog ? '' : ';tag=[pid]s[call_number]'}`,
    '[last_Call-ID:]',
    ofInvite ? 'CSeq: 1 INVITE' : '[last_CSeq:]',
    contact,
    ...headers,
  ];
  return { does: 'send', text: withBody(lines, said), again: false };
}

function withBody(lines: readonly string[], { body, type = 'application/sdp' }: ResponseContent): string {
  const end =
    body === undefined ? ['Content-Length: 0', '', ''] : [`Content-Type: ${type}`, 'Content-Length: [len]', '', body];
  return [...lines, ...end].join('\n');
}

/** Audio at sipp's own port; each of `media` is a line of its own, the first an `m=` without its port. */
export const sdp = (media: readonly string[], address = '[media_ip]'): string =>
  [
    'v=0',
    'o=sipp 1 1 IN IP[local_ip_type] [local_ip]',
    's=-',
    `c=IN IP[media_ip_type] ${address}`,
    't=0 0',
    ...media.map((line) => line.replace('m=audio ', 'm=audio [media_port] ')),
    '',
  ].join('\n');

/** What every carrier has. */
export const plain = sdp(['m=audio RTP/AVP 8 101', 'a=rtpmap:8 PCMA/8000', 'a=rtpmap:101 telephone-event/8000']);

/** The scenario as sipp reads it. */
export function scenarioXml(name: string, steps: readonly Step[]): string {
  const names: string[] = [];
  const written = steps.map((step) => stepXml(step, names)).join('\n');
  const used = names.length === 0 ? '' : `<Reference variables="${names.join(',')}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE scenario SYSTEM "sipp.dtd">\n<scenario name="${escaped(name)}">\n${written}\n${used}</scenario>\n`;
}

function stepXml(step: Step, names: string[]): string {
  switch (step.does) {
    case 'send':
      return `<send${step.again ? ' retrans="500"' : ''}><![CDATA[\n${step.text}\n]]></send>`;
    case 'wait':
      return `<pause milliseconds="${step.ms}"/>`;
    case 'hear':
      return hearXml(step, names);
    default:
      return step satisfies never;
  }
}

function hearXml({ what, optional, checks, keeps }: Hears, names: string[]): string {
  const kind = typeof what === 'number' ? `response="${what}"` : `request="${what}"`;
  const actions = [
    ...checks.map(({ in: where, says, not }) => {
      const place = where === 'body' ? 'search_in="body"' : `search_in="hdr" header="${where}"`;
      const check = not === true ? 'check_it_inverse' : 'check_it';
      return `<ereg regexp="${escaped(says)}" ${place} ${check}="true" assign_to="${named(names)}"/>`;
    }),
    ...Object.entries(keeps).map(([name, field]) => {
      names.push(name);
      return `<ereg regexp=".*" search_in="hdr" header="${field}:" assign_to="${name}"/>`;
    }),
  ];
  const action = actions.length === 0 ? '' : `<action>${actions.join('')}</action>`;
  // Route set and Contact of what begins a dialog lead what follows.
  const routes = [180, 183, 200, 'INVITE'].includes(what) ? ' rrs="true"' : '';
  return `<recv ${kind}${optional ? ' optional="true"' : ''}${routes}>${action}</recv>`;
}

function named(names: string[]): string {
  const name = `check${names.length}`;
  names.push(name);
  return name;
}

/** sipp knows these entities alone. */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one] ?? one);
