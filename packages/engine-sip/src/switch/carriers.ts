import { isIP } from 'node:net';
import type { TenantId, TrunkEvent, TrunkId } from '@alo/call-core';
import { botCarrierHost, type TrunkProvision } from '@alo/engine';
import { isOfTheInternet, Sources } from '@alo/net';
import { escapeUser, type Flow, type NameAddr, udpFlow } from '@alo/sip';
import { hostOf } from '../sockets/local-address.ts';
import type { SipSockets } from '../sockets/sockets.ts';
import { calledAs, phoneMark } from './carrier-manner.ts';
import { type CarrierServer, hostAndPort, serversOf } from './carrier-servers.ts';
import type { Wave } from './dialled-leg.ts';
import { type Names, rememberedNames, systemNames } from './names.ts';
import type { SipDirectory } from './sip-directory.ts';

/** A server that did not answer is tried behind the others for so long. */
const avoidedMs = 60_000;

/** The way to carriers: their servers, found by name, those that answer first. */
export class Carriers {
  readonly #sockets: SipSockets;
  readonly #names: Names;
  /** The carrier in this process. */
  readonly #bots: CarrierServer;
  readonly #avoidedUntil = new Map<string, number>();
  readonly #directory: Pick<SipDirectory, 'isAnothers' | 'learn'>;

  constructor(
    sockets: SipSockets,
    directory: Pick<SipDirectory, 'isAnothers' | 'learn'>,
    bots: Pick<CarrierServer, 'address' | 'port'>,
    names: Names = rememberedNames(systemNames),
  ) {
    this.#sockets = sockets;
    this.#directory = directory;
    this.#bots = { ...bots, name: botCarrierHost };
    this.#names = names;
  }

  /** Its servers, those behind the others that did not answer lately. Rejects where no name is known, or none leads to a carrier. */
  async servers(tenant: TenantId, trunk: TrunkProvision): Promise<readonly CarrierServer[]> {
    if (trunk.host === botCarrierHost) return [this.#bots];
    const name = { tenant, trunk: trunk.trunk };
    const isAnothers = (address: string) => this.#directory.isAnothers(name, address);
    const known = carriersAmong(await serversOf(this.#names, trunk), trunk, isAnothers);
    this.#directory.learn(
      tenant,
      trunk.trunk,
      known.map(({ address }) => address),
    );
    const found = known.filter(({ address }) => this.#sockets.reaches(address));
    const now = performance.now();
    const avoided = (server: CarrierServer) => (this.#avoidedUntil.get(keyOf(server)) ?? 0) > now;
    return [...found.filter((one) => !avoided(one)), ...found.filter(avoided)];
  }

  /** Where we register: its servers, or the registrar that it has beside them. Rejects as `servers` does. */
  async registrars(tenant: TenantId, trunk: TrunkProvision): Promise<readonly CarrierServer[]> {
    const { registrar } = trunk.manner ?? {};
    if (registrar === undefined) return this.servers(tenant, trunk);
    const at = { ...hostAndPort(registrar), transport: trunk.transport };
    const isAnothers = (address: string) => this.#directory.isAnothers({ tenant, trunk: trunk.trunk }, address);
    // Nobody has looked at it when it was written: an address is held to what a name's are.
    const named = (await serversOf(this.#names, at)).map((server) => ({ ...server, name: at.host }));
    return carriersAmong(named, trunk, isAnothers, 'nothing was looked at').filter(({ address }) =>
      this.#sockets.reaches(address),
    );
  }

  /** Rejects when the connection cannot be made. */
  async flowTo(trunk: Pick<TrunkProvision, 'transport'>, { address, port, name }: CarrierServer): Promise<Flow> {
    switch (trunk.transport) {
      case 'udp':
        return udpFlow(address, port);
      case 'tcp':
        return this.#sockets.connectTcp(address, port);
      case 'tls':
        return this.#sockets.connectTls(address, port, name);
      default:
        return trunk.transport satisfies never;
    }
  }

  /** Where a call to `number` goes, server by server. */
  async waves(tenant: TenantId, trunk: TrunkProvision, number: string): Promise<readonly Wave[]> {
    return (await this.servers(tenant, trunk)).map((server) => async () => {
      const flow = await this.flowTo(trunk, server).catch((error: unknown) => {
        this.failed(server);
        throw error;
      });
      return [{ uri: uriOf(trunk, calledAs(trunk.manner, number)), flow, kind: 'rtp' }];
    });
  }

  failed(server: Pick<CarrierServer, 'address' | 'port'>): void {
    this.#avoidedUntil.set(keyOf(server), performance.now() + avoidedMs);
  }

  answered(server: Pick<CarrierServer, 'address' | 'port'>): void {
    this.#avoidedUntil.delete(keyOf(server));
  }
}

/** SIP of carriers is on no port below. */
const lowestPort = 1024;

/**
 * Servers whose names lead to where a carrier can be: whoever has a name may point it at our own network, or at a carrier that knows us for
 * another tenant's sake. Whether an address that the trunk itself has is inside was looked at when it was written; whose it is depends on
 * where others' names lead by now.
 */
function carriersAmong(
  servers: readonly CarrierServer[],
  { inside = [] }: Pick<TrunkProvision, 'inside'>,
  isAnothers: (address: string) => boolean,
  lookedAt: 'addresses were looked at' | 'nothing was looked at' = 'addresses were looked at',
): readonly CarrierServer[] {
  const trusted = new Sources(inside);
  const left = servers.filter(
    ({ address, port, name }) =>
      trusted.has(address) ||
      (((isIP(name) !== 0 && lookedAt === 'addresses were looked at') ||
        (isOfTheInternet(address) && port >= lowestPort)) &&
        !isAnothers(address)),
  );
  if (left.length === 0) throw new Error('No server of the carrier is where a carrier can be');
  return left;
}

const keyOf = ({ address, port }: Pick<CarrierServer, 'address' | 'port'>): string => `${address} ${port}`;

/** `user` at the carrier, as a request to it names them; '' is the carrier itself. */
export function uriOf({ host, port, transport, manner }: TrunkProvision, user: string): string {
  const at = user === '' ? '' : `${escapeUser(user)}@`;
  const place = manner?.domain ?? `${hostOf(host)}${port === null ? '' : `:${port}`}`;
  return `sip:${at}${place}${transport === 'udp' ? '' : `;transport=${transport}`}${phoneMark(manner, user)}`;
}

/** Names a trunk of a tenant. */
export const carrierKey = (tenant: TenantId, trunk: TrunkId): string => `${tenant} ${trunk}`;

/** How one try ended. */
export type RegisterAttempt =
  | { readonly ok: true; readonly expiresMs: number | null }
  | {
      readonly ok: false;
      readonly why: Exclude<TrunkEvent['why'], 'answers' | 'registered'>;
      readonly sipCode?: number;
    };

/** The carrier itself. */
export const carrierAddress = (trunk: TrunkProvision): NameAddr => ({
  display: '',
  uri: uriOf({ ...trunk, transport: 'udp' }, trunk.account?.username ?? ''),
  params: new Map(),
});
