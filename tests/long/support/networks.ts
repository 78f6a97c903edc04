import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const [ipProgram, nftProgram] = [process.env['ALO_IP'] ?? 'ip', process.env['ALO_NFT'] ?? 'nft'];

/**
 * The internet of the story, in which browsers and carriers stand: addresses that nobody here has a way to otherwise, and no other run of
 * the story uses.
 */
const internet = `11.0.${1 + (process.pid % 250)}`;
const [outside, cloudAddress, homeAddress] = [`${internet}.50`, `${internet}.9`, `${internet}.60`] as const;
const [server, phone] = ['10.99.0.2', '192.168.77.2'] as const;

/** How a NAT treats ways by UDP, in seconds: as the shortest of homes do. */
const udpForgottenAfter = 30;

export interface Networks {
  /** Of who stands in the internet. */
  readonly outside: string;
  /** Where the internet sees the server. */
  readonly cloud: string;
  /** Where the phone at home believes to be, and where the internet sees it. */
  readonly home: { readonly inside: string; readonly seen: string };
  /** A command that runs beside the server, and one that runs at home. */
  readonly atServer: readonly string[];
  readonly atHome: readonly string[];
  /** From now on the firewall lets through no packet that one of these rules of nftables names, either way; none: as at the beginning. */
  shut(...rules: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * A server in a cloud, behind 1:1 NAT and a firewall that lets through what the operator's page names; and a home whose router
 * masquerades. Each is a network namespace behind one that routes; all meet on a bridge, where this process stands. Root of a Linux.
 */
export async function openNetworks(ports: {
  readonly tcp: readonly number[];
  readonly udp: readonly string[];
}): Promise<Networks> {
  const name = (what: string) => `alo${process.pid % 100_000}${what}`;
  const [cloud, nat, home, router] = [name('s'), name('n'), name('h'), name('r')];
  const bridge = name('b');
  const ip = (...words: readonly string[]) => run(ipProgram, words);
  const inside = (where: string, ...words: readonly string[]) => ip('netns', 'exec', where, ...words);
  const close = async () => {
    for (const space of [cloud, nat, home, router]) await ip('netns', 'del', space).catch(() => undefined);
    await ip('link', 'del', bridge).catch(() => undefined);
  };
  try {
    await ip('link', 'add', bridge, 'type', 'bridge');
    await ip('addr', 'add', `${outside}/24`, 'dev', bridge);
    await ip('link', 'set', bridge, 'up');
    for (const [host, gateway, own, gatewayOwn, seen] of [
      [cloud, nat, server, '10.99.0.1', cloudAddress],
      [home, router, phone, '192.168.77.1', homeAddress],
    ] as const) {
      for (const space of [host, gateway]) {
        await ip('netns', 'add', space);
        await inside(space, ipProgram, 'link', 'set', 'lo', 'up');
      }
      await ip('link', 'add', `${host}0`, 'type', 'veth', 'peer', 'name', `${host}1`);
      await ip('link', 'add', `${gateway}0`, 'type', 'veth', 'peer', 'name', `${gateway}1`);
      await ip('link', 'set', `${host}0`, 'netns', host);
      await ip('link', 'set', `${host}1`, 'netns', gateway);
      await ip('link', 'set', `${gateway}0`, 'netns', gateway);
      await ip('link', 'set', `${gateway}1`, 'master', bridge);
      await ip('link', 'set', `${gateway}1`, 'up');
      for (const [space, device, address] of [
        [host, `${host}0`, own],
        [gateway, `${host}1`, gatewayOwn],
        [gateway, `${gateway}0`, seen],
      ] as const) {
        await inside(space, ipProgram, 'addr', 'add', `${address}/24`, 'dev', device);
        await inside(space, ipProgram, 'link', 'set', device, 'up');
      }
      await inside(host, ipProgram, 'route', 'add', 'default', 'via', gatewayOwn);
      await inside(gateway, 'sysctl', '-qw', 'net.ipv4.ip_forward=1');
    }
    await inside(nat, nftProgram, oneToOne(ports));
    await inside(router, nftProgram, masquerade(`${router}0`));
    for (const timeout of ['udp_timeout', 'udp_timeout_stream']) {
      await inside(router, 'sysctl', '-qw', `net.netfilter.nf_conntrack_${timeout}=${udpForgottenAfter}`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    outside,
    cloud: cloudAddress,
    home: { inside: phone, seen: homeAddress },
    atServer: [ipProgram, 'netns', 'exec', cloud],
    atHome: [ipProgram, 'netns', 'exec', home],
    async shut(...rules) {
      await inside(nat, nftProgram, 'table ip shut; delete table ip shut');
      if (rules.length === 0) return;
      const drops = rules.map((rule) => `    ${rule} drop`);
      const chain = ['  chain through {', '    type filter hook forward priority filter - 1;', ...drops, '  }'];
      await inside(nat, nftProgram, ['table ip shut {', ...chain, '}'].join('\n'));
    },
    close,
  };
}

const oneToOne = ({ tcp, udp }: { readonly tcp: readonly number[]; readonly udp: readonly string[] }): string => `
table ip alo {
  chain in { type nat hook prerouting priority dstnat; ip daddr ${cloudAddress} dnat to ${server}; }
  chain out { type nat hook postrouting priority srcnat; ip saddr ${server} snat to ${cloudAddress}; }
  chain through {
    type filter hook forward priority filter; policy drop;
    ct state established,related accept
    ip saddr ${server} accept
    tcp dport { ${tcp.join(', ')} } accept
    udp dport { ${udp.join(', ')} } accept
  }
}`;

const masquerade = (device: string): string => `
table ip alo {
  chain out { type nat hook postrouting priority srcnat; oifname "${device}" masquerade; }
  chain through {
    type filter hook forward priority filter; policy drop;
    ct state established,related accept
    ip saddr ${phone} accept
  }
}`;
