import type { deviceSettings } from '@alo/contract';
import type { z } from 'zod';

type Settings = z.input<typeof deviceSettings>;

/** Where phones reach us. */
export interface PhoneDoor {
  readonly host: string;
  /** UDP and TCP. */
  readonly sip: number;
  readonly tls: number;
  readonly wss: number;
}

/** Whom a phone is to be. */
export interface DeviceIdentity {
  readonly transport: Settings['transport'];
  readonly domain: string;
  readonly username: string;
}

/** Where a phone that speaks so is listened for. */
export function portOf(door: Omit<PhoneDoor, 'host'>, transport: Settings['transport']): number {
  switch (transport) {
    case 'udp':
    case 'tcp':
      return door.sip;
    case 'tls':
      return door.tls;
    case 'wss':
      return door.wss;
    default:
      return transport satisfies never;
  }
}

/** What is typed into a phone; with its password only where that was just made. */
export function settingsOf(door: PhoneDoor, identity: DeviceIdentity, password: string | null): Omit<Settings, 'qr'> {
  const { transport, domain, username } = identity;
  const port = portOf(door, transport);
  const lines = [
    ['Tên đăng nhập', username],
    ...(password === null ? [] : [['Mật khẩu', password]]),
    ['Tên miền SIP', domain],
    ['Máy chủ (outbound proxy)', `${door.host}:${port}`],
    ['Giao thức', transport.toUpperCase()],
  ];
  const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  return { server: door.host, port, transport, domain, username, password, text };
}
