import { createHash } from 'node:crypto';
import type { TenantId, TrunkId } from '@alo/call-core';
import {
  algorithmsOf,
  botCarrierHost,
  type ExtensionProvision,
  type ExtensionSecret,
  type TrunkProvision,
} from '@alo/engine';

/** A configuration object of chan_pjsip, as it is pushed through ARI. A field may be given more than once. */
export interface PjsipObject {
  readonly type: 'auth' | 'aor' | 'endpoint' | 'identify' | 'registration';
  readonly id: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface PjsipPhoneOptions {
  /** Whether an extension's own name is its browsers' (DTLS, ICE) or may be a plain phone's. Desk phones are plain always. */
  readonly browsers: 'webrtc' | 'plain';
  readonly registrationSeconds: number;
  readonly shortestRegistrationSeconds: number;
  readonly contactsPerExtension: number;
  /** A call from whose party nothing is heard for so long ends, in seconds. */
  readonly silenceSeconds: number;
}

/** Where the dialplan takes calls of phones and of carriers to us. */
export const context = 'alo';

/** `101@company.example`: no two tenants share a name, and the domain of a request tells Asterisk which is meant. */
export const phoneId = (user: string, domain: string): string => `${user}@${domain}`;

/** A carrier's name in Asterisk. It must be like no domain: a missing phone is looked for as a user at a trunk of that name. */
export const trunkObjectId = (tenant: TenantId, trunk: TrunkId): string => `trunk-${short(`${tenant}/${trunk}`)}`;

/** All that makes an extension's phones known: nothing of one that has no secret. */
export function phoneObjects(
  { extension, secrets, devices = [] }: ExtensionProvision,
  domain: string,
  options: PjsipPhoneOptions,
): readonly PjsipObject[] {
  const own = secrets.length === 0 ? [] : phone({ user: extension, secrets, networks: [] }, domain, options, true);
  const others = devices.flatMap(({ user, secret, networks }) =>
    phone({ user, secrets: [secret], networks }, domain, options, false),
  );
  return [...own, ...others];
}

interface Phone {
  readonly user: string;
  readonly secrets: readonly ExtensionSecret[];
  readonly networks: readonly string[];
}

function phone(
  { user, secrets, networks }: Phone,
  domain: string,
  options: PjsipPhoneOptions,
  isExtension: boolean,
): readonly PjsipObject[] {
  const id = phoneId(user, domain);
  // What a device can do is part of its name (RFC 8760); an extension's own phones take either.
  const algorithms = algorithmsOf(user) ?? ['SHA-256', 'MD5'];
  const auths = secrets.map(
    (secret): PjsipObject => ({
      type: 'auth',
      id: `${id}/${short(secret.id)}`,
      fields: [
        ['auth_type', 'digest'],
        ['username', user],
        ['realm', domain],
        ...algorithms.map((algorithm) => {
          const hash = algorithm === 'MD5' ? secret.ha1Md5 : secret.ha1Sha256;
          return ['password_digest', `${algorithm}:${hash}`] as const;
        }),
        ['supported_algorithms_uas', algorithms.join(',')],
      ],
    }),
  );
  return [
    ...auths,
    {
      type: 'aor',
      id,
      fields: [
        ['max_contacts', String(options.contactsPerExtension)],
        ['minimum_expiration', String(options.shortestRegistrationSeconds)],
        ['default_expiration', String(options.registrationSeconds)],
        ['maximum_expiration', String(options.registrationSeconds)],
        ['support_path', 'yes'],
      ],
    },
    {
      type: 'endpoint',
      id,
      fields: [
        ...(isExtension && options.browsers === 'webrtc' ? [['webrtc', 'yes'] as const] : []),
        ['context', context],
        ['auth', auths.map((auth) => auth.id).join(',')],
        ['aors', id],
        ['disallow', 'all'],
        ['allow', 'alaw,ulaw'],
        ['direct_media', 'no'],
        ['rtp_symmetric', 'yes'],
        ['force_rport', 'yes'],
        ['rewrite_contact', 'yes'],
        ['dtmf_mode', 'auto'],
        ['callerid', `<${user}>`],
        ['trust_id_inbound', 'no'],
        ['send_connected_line', 'no'],
        ['rtp_timeout', String(options.silenceSeconds)],
        ['device_state_busy_at', '0'],
        ['allow_subscribe', 'no'],
        ...(networks.length === 0 ? [] : [['deny', '0.0.0.0/0'] as const]),
        ...networks.map((network) => ['permit', network] as const),
      ],
    },
  ];
}

/** All that makes a carrier known. Its servers are tried in their order, one after the other. */
export function trunkObjects(
  tenant: TenantId,
  trunk: TrunkProvision,
  { silenceSeconds }: Pick<PjsipPhoneOptions, 'silenceSeconds'>,
): readonly PjsipObject[] {
  const id = trunkObjectId(tenant, trunk.trunk);
  const { account = null, identity = 'from', codecs = ['pcma', 'pcmu'] } = trunk;
  const servers = serversOf(trunk);
  const uri = (server: string, user = '') => uriAt(trunk, server, user);
  const objects: PjsipObject[] = [
    {
      type: 'aor',
      id,
      fields: [
        ...servers.map((server) => ['contact', uri(server)] as const),
        ['qualify_frequency', String(trunk.checkSeconds ?? 0)],
      ],
    },
    {
      type: 'endpoint',
      id,
      fields: [
        ['context', context],
        ['aors', id],
        ...(account === null ? [] : [['outbound_auth', id] as const, ['from_user', account.username] as const]),
        ['disallow', 'all'],
        ['allow', codecs.map((codec) => names[codec]).join(',')],
        ['direct_media', 'no'],
        ['rtp_symmetric', 'yes'],
        ['force_rport', 'yes'],
        ['rewrite_contact', 'no'],
        ['dtmf_mode', 'auto'],
        ['trust_id_inbound', trunk.trustsIdentity === false ? 'no' : 'yes'],
        ['trust_id_outbound', 'yes'],
        ['send_pai', identity === 'asserted' ? 'yes' : 'no'],
        ['send_rpid', identity === 'remote-party' ? 'yes' : 'no'],
        // A carrier would be told who answered, by a new offer in mid-call.
        ['send_connected_line', 'no'],
        ['rtp_timeout', String(silenceSeconds)],
        ['device_state_busy_at', '0'],
        ['allow_subscribe', 'no'],
        ['identify_by', 'ip'],
      ],
    },
    {
      type: 'identify',
      id,
      fields: [['endpoint', id], ...matches(trunk).map((address) => ['match', address] as const)],
    },
  ];
  if (account === null) return objects;
  return [
    {
      type: 'auth',
      id,
      fields: [
        ['auth_type', 'digest'],
        ['username', account.authUsername],
        ['password', account.password],
      ],
    },
    ...objects,
    {
      type: 'registration',
      id,
      fields: [
        ['server_uri', uri(servers[0] ?? trunk.host)],
        ['client_uri', uri(servers[0] ?? trunk.host, `${account.username}@`)],
        ['contact_user', account.username],
        ['outbound_auth', id],
        ['retry_interval', '30'],
        ['forbidden_retry_interval', '300'],
        ['max_retries', '1000000'],
        ['line', 'yes'],
        ['endpoint', id],
      ],
    },
  ];
}

/** Where a number outside is asked for: at the carrier's servers, in their order. */
export const urisOf = (trunk: TrunkProvision, number: string): readonly string[] =>
  serversOf(trunk).map((server) => uriAt(trunk, server, `${asUser(number)}@`));

/** Nothing in a number leads anywhere else (RFC 3261 §25.1, `escaped`). */
const asUser = (number: string): string => number.replaceAll(/[^0-9A-Za-z+*._-]/g, encodeURIComponent);

/** A demo's carrier is none of Asterisk's: calls come from where it may be, and none go there. */
const serversOf = ({ host, port, backups = [] }: TrunkProvision): readonly string[] =>
  host === botCarrierHost ? [] : [hostPort(host, port), ...backups];

const uriAt = ({ transport }: TrunkProvision, server: string, user: string): string =>
  `sip:${user}${server}${transport === 'udp' ? '' : `;transport=${transport}`}`;

const names = { pcma: 'alaw', pcmu: 'ulaw', g722: 'g722' } as const;

const hostPort = (host: string, port: number | null): string => (port === null ? host : `${host}:${port}`);

const matches = ({ host, addresses }: TrunkProvision): readonly string[] => [
  ...new Set([...(host === botCarrierHost ? [] : [host.replace(/^\[|\]$/g, '')]), ...addresses]),
];

/** What has to be done so that `after` is known and `before` no more: in an order that refers to nothing that is not there. */
export function difference(
  before: readonly PjsipObject[],
  after: readonly PjsipObject[],
): { readonly put: readonly PjsipObject[]; readonly remove: readonly PjsipObject[] } {
  const known = new Map(before.map((object) => [keyOf(object), object]));
  const wanted = new Set(after.map(keyOf));
  return {
    put: after.filter((object) => JSON.stringify(known.get(keyOf(object))?.fields) !== JSON.stringify(object.fields)),
    remove: before.filter((object) => !wanted.has(keyOf(object))).toReversed(),
  };
}

const keyOf = ({ type, id }: PjsipObject): string => `${type} ${id}`;

/** Ids of ours may be long, and Asterisk's are part of names. */
const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
