/** What a device can do: MD5 alone, as most desk phones; SHA-256 alone; or whichever of both its phone takes. */
export type DeviceAlgorithms = 'md5' | 'sha-256' | 'both';

const letters = { md5: 'm', 'sha-256': 's', both: 'b' } as const satisfies Record<DeviceAlgorithms, string>;
const shape = /^\d{2,8}-([msb])[0-9a-z]{4,8}$/;

/**
 * What a device calls itself: its extension, how it proves itself, and something that tells it from the others. That the name
 * itself says the algorithm keeps a secret: what is challenged with what does not tell which names there are.
 */
export const deviceUser = (extension: string, algorithms: DeviceAlgorithms, tail: string): string =>
  `${extension}-${letters[algorithms]}${tail}`;

/** How a user may prove itself by its name, the better first (RFC 8760 §2.3); null for a name that is no device's. */
export function algorithmsOf(user: string): readonly ('MD5' | 'SHA-256')[] | null {
  switch (shape.exec(user)?.[1]) {
    case letters.md5:
      return ['MD5'];
    case letters['sha-256']:
      return ['SHA-256'];
    case letters.both:
      return ['SHA-256', 'MD5'];
    default:
      return null;
  }
}
