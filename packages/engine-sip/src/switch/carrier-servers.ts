import { isIP } from 'node:net';
import type { TrunkProvision } from '@alo/engine';
import type { Names, Pointer, Service } from './names.ts';

/** One machine of a carrier. */
export interface CarrierServer {
  readonly address: string;
  readonly port: number;
  /** The name that its certificate must have. */
  readonly name: string;
}

/** More are not tried: a caller waits. */
const mostServers = 3;

/**
 * A carrier's servers in the order in which they are tried (RFC 3263 §4): its first name, then its others; each by its services
 * where no port is given (those that its NAPTR records name for our transport, or those of the usual name), and else by its addresses. `random` chooses among equals. Rejects where no name is known.
 */
export async function serversOf(
  names: Names,
  trunk: Pick<TrunkProvision, 'host' | 'port' | 'transport' | 'backups'>,
  random: () => number = Math.random,
): Promise<readonly CarrierServer[]> {
  const hosts = [{ host: trunk.host, port: trunk.port }, ...(trunk.backups ?? []).map(hostAndPort)];
  const found = await Promise.allSettled(hosts.map((one) => serversAt(names, one, trunk.transport, random)));
  const servers = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const [failed] = found.filter(({ status }) => status === 'rejected');
  if (servers.length === 0 && failed?.status === 'rejected') throw failed.reason;
  return servers.filter(isFirst).slice(0, mostServers);
}

const isFirst = ({ address, port }: CarrierServer, at: number, all: readonly CarrierServer[]): boolean =>
  all.findIndex((other) => other.address === address && other.port === port) === at;

type HostAndPort = { readonly host: string; readonly port: number | null };

/** `host`, `host:port`, `[v6]:port`. */
export function hostAndPort(text: string): HostAndPort {
  const [, host = text, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  return { host, port: port === undefined ? null : Number(port) };
}

async function serversAt(
  names: Names,
  { host, port }: HostAndPort,
  transport: TrunkProvision['transport'],
  random: () => number,
): Promise<readonly CarrierServer[]> {
  const address = host.replace(/^\[|\]$/g, '');
  const usual = transport === 'tls' ? 5061 : 5060;
  if (isIP(address) !== 0) return [{ address, port: port ?? usual, name: address }];
  const services = port === null ? await servicesOf(names, host, transport) : [];
  if (services.length === 0) {
    return (await names.addresses(host)).map((one) => ({ address: one, port: port ?? usual, name: host }));
  }
  const each = await Promise.allSettled(
    inOrder(services, random).map(async (service) =>
      (await names.addresses(service.name)).map((one) => ({ address: one, port: service.port, name: host })),
    ),
  );
  return each.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** The transport is the trunk's: of what its domain points to, that alone is looked at. Pointers that fail point nowhere. */
async function servicesOf(
  names: Names,
  host: string,
  transport: TrunkProvision['transport'],
): Promise<readonly Service[]> {
  const pointers = await names.pointers(host).catch((): readonly Pointer[] => []);
  const [first] = pointers
    .filter(({ service, flags }) => /^s$/i.test(flags) && service.toUpperCase() === pointed[transport])
    .toSorted((a, b) => a.order - b.order || a.preference - b.preference);
  return names.services(first?.replacement ?? `${prefixes[transport]}.${host}`);
}

const pointed = { udp: 'SIP+D2U', tcp: 'SIP+D2T', tls: 'SIPS+D2T' } as const;
const prefixes = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' } as const;

/** By priority, and among equals by chance, heavier ones sooner (RFC 2782). */
function inOrder(services: readonly Service[], random: () => number): readonly Service[] {
  const left = [...services].sort((a, b) => a.priority - b.priority);
  const ordered: Service[] = [];
  for (;;) {
    const [first] = left;
    if (first === undefined) return ordered;
    const equals = left.filter(({ priority }) => priority === first.priority);
    let ticket = random() * equals.reduce((sum, { weight }) => sum + weight + 1, 0);
    const chosen = equals.find(({ weight }) => (ticket -= weight + 1) < 0) ?? first;
    ordered.push(chosen);
    left.splice(left.indexOf(chosen), 1);
  }
}
