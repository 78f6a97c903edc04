import { networkInterfaces } from 'node:os';
import { addressSeenBy, addressSpace } from '@alo/net';
import type { Config } from '../../config.ts';
import { type Finding, findingsAbout, reasonOf } from './finding.ts';

type Said = Pick<
  Config,
  'host' | 'publicAddresses' | 'stunServer' | 'rtpPorts' | 'icePort' | 'mediaWorkers' | 'relays' | 'asterisk'
>;

/** Where the world sees this machine, and by which ports audio comes. Where Asterisk carries the calls, that is Asterisk's to know. */
export async function checkReach(config: Said): Promise<Finding[]> {
  return config.asterisk === undefined ? [await checkAddress(config), checkAudioPorts(config)] : [];
}

async function checkAddress({ host, publicAddresses, stunServer }: Said): Promise<Finding> {
  const { good, warning, bad } = findingsAbout('Địa chỉ');
  if (['localhost', '127.0.0.1', '::1'].includes(host)) {
    return good('Chỉ máy này gọi được; đặt ALO_HOST=0.0.0.0 để điện thoại và nhà mạng gọi tới.');
  }
  const said = publicAddresses.join(', ');
  if (stunServer !== undefined) {
    try {
      const seen = await addressSeenBy(stunServer);
      return publicAddresses.length === 0 || publicAddresses.includes(seen)
        ? good(`Bên ngoài thấy máy này ở ${seen}.`)
        : bad(
            `Bên ngoài thấy máy này ở ${seen}, không phải ${said}: sửa ALO_PUBLIC_ADDRESS, nếu không cuộc gọi không có tiếng.`,
          );
    } catch (error) {
      const words = `Không hỏi được ALO_STUN_SERVER (${reasonOf(error)})`;
      return publicAddresses.length > 0
        ? warning(`${words}; dùng ${said}.`)
        : bad(`${words}: chưa biết bên ngoài thấy máy này ở đâu; đặt ALO_PUBLIC_ADDRESS.`);
    }
  }
  if (publicAddresses.length > 0) return good(`Bên ngoài gọi tới ${said}; đặt ALO_STUN_SERVER để kiểm tra.`);
  const own = addressesOf(host);
  return own.some((address) => addressSpace(address) === 'everywhere')
    ? good(`${own.join(', ')}.`)
    : warning(
        `Máy chỉ có địa chỉ trong mạng riêng (${own.join(', ') || 'không có'}): người gọi từ ngoài mạng không có tiếng. ` +
          'Nếu sau NAT, đặt ALO_PUBLIC_ADDRESS là địa chỉ ngoài.',
      );
}

function checkAudioPorts({ rtpPorts, icePort, mediaWorkers, relays }: Said): Finding {
  const { good, warning } = findingsAbout('Cổng tiếng nói');
  if (rtpPorts === undefined || icePort === undefined) {
    return good('Mở mọi cổng UDP và TCP trên 1024 ở tường lửa; ALO_RTP_PORTS và ALO_ICE_PORT thu hẹp lại.');
  }
  const calls = Math.floor((rtpPorts.last - rtpPorts.first + 1) / 2);
  const without =
    relays === undefined ? 'nơi chặn UDP thì qua TCP' : `nơi chặn UDP thì qua TCP hoặc ${relays.urls.join(', ')}`;
  // Each process that carries audio has its own.
  const browsers = mediaWorkers === 0 ? `${icePort}` : `${icePort}–${icePort + mediaWorkers}`;
  const words = `Mở ở tường lửa: UDP ${rtpPorts.first}–${rtpPorts.last} (${calls} máy cùng lúc), UDP và TCP ${browsers} (trình duyệt; ${without}).`;
  return calls < 100
    ? warning(`${words} Quá ít cổng cho nhiều cuộc gọi: mỗi điện thoại bàn hay nhà mạng trong cuộc gọi cần hai cổng.`)
    : good(words);
}

function addressesOf(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all
    .filter(({ internal, address, family }) => {
      const isTaken = family === 'IPv4' || host === '::';
      return !internal && isTaken && addressSpace(address) !== 'link';
    })
    .map(({ address }) => address);
}
