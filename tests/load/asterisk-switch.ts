import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@alo/testing';
import { certificateFor } from '../../apps/server/src/telephony/certificate.ts';
import { Asterisk } from '../interop/asterisk.ts';
import { cpuOfTree } from './process-tree.ts';
import { carrier, domain, extensionAt, password } from './sip-tenant.ts';
import type { Switch } from './switch.ts';

const patienceMs = 10_000;

/**
 * Asterisk with files of its own, and no more modules than the load needs: phones that register with digest over UDP or WebSocket,
 * a carrier known by its address, Dial with MixMonitor for the conversation, and a line of CSV for each call.
 */
export async function openAsterisk(people: number): Promise<Switch> {
  const place = await Asterisk.folder();
  const [recordings, history] = [join(place.outside, 'recordings'), join(place.outside, 'cdr-csv')];
  await mkdir(recordings);
  await mkdir(history);
  const [sipPort, webPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const tlsPort = await freePort();
  await certificateFor(undefined, place.outside);
  const [certificate, key] = ['crt', 'key'].map((kind) => `${place.inside}/tls/self-signed.${kind}`);
  const asterisk = await Asterisk.start(place, {
    modules: ['cdr_csv', 'app_mixmonitor', 'format_wav', 'res_pjsip_transport_websocket'],
    rtp: '[general]\nrtpstart=30000\nrtpend=39999\nstrictrtp=yes\n',
    pjsip: pjsipFor(people, sipPort),
    extensions: dialplanFor(place.inside),
    others: {
      'cdr.conf': '[general]\nenable=yes\nunanswered=yes\n[csv]\nusegmtime=yes\n',
      // Its own limit is 100 browsers.
      'http.conf': `[general]\nenabled=yes\nbindaddr=127.0.0.1\nbindport=${webPort}\nsessionlimit=40000\ntlsenable=yes\ntlsbindaddr=127.0.0.1:${tlsPort}\ntlscertfile=${certificate}\ntlsprivatekey=${key}\n`,
    },
  });
  const kept = async () => {
    const files = (await readdir(history)).map((name) => readFile(join(history, name), 'utf8'));
    const lines = (await Promise.all(files)).flatMap((text) => text.split('\n').filter((line) => line !== ''));
    return { calls: lines.length, recordings: (await readdir(recordings)).length };
  };
  const webSocket = `ws://127.0.0.1:${webPort}/ws`;
  return {
    name: 'asterisk',
    sipPort,
    webSocket: { ws: webSocket, wss: `wss://127.0.0.1:${tlsPort}/ws`, web: webSocket },
    passwordAt: () => password,
    roots: [asterisk.pid],
    cpu: async () => ({ all: cpuOfTree(asterisk.pid), parts: {} }),
    async kept(calls) {
      for (const until = performance.now() + patienceMs; ; await sleep(200)) {
        const now = await kept();
        if (now.calls >= calls || performance.now() > until) return now;
      }
    },
    close: () => asterisk.close(),
  };
}

/** The number of a phone ends with its extension. */
function dialplanFor(folder: string): string {
  return `[from-carrier]
exten => _028710X.,1,MixMonitor(${folder}/recordings/\${UNIQUEID}.wav,b)
 same => n,Dial(PJSIP/\${EXTEN:6},25)
[from-phones]
`;
}

function pjsipFor(people: number, port: number): string {
  const endpoint =
    'type=endpoint\ndisallow=all\nallow=alaw\nallow=g722\ndirect_media=no\nrtp_symmetric=yes\nsend_connected_line=no\ntimers=no\n';
  const phones = Array.from({ length: people }, (_, index) => extensionAt(index)).map((extension) => {
    return `[${extension}](phone)\nauth=${extension}\naors=${extension}
[${extension}]\ntype=auth\nauth_type=userpass\nrealm=${domain}\nusername=${extension}\npassword=${password}
[${extension}]\ntype=aor\nmax_contacts=1\nremove_existing=yes\nmaximum_expiration=60\n`;
  });
  return `[global]\ntype=global\nendpoint_identifier_order=ip,username\ndefault_realm=${domain}
[system]\ntype=system\ndisable_tcp_switch=yes
[udp]\ntype=transport\nprotocol=udp\nbind=127.0.0.1:${port}
[ws]\ntype=transport\nprotocol=ws\nbind=127.0.0.1
[wss]\ntype=transport\nprotocol=wss\nbind=127.0.0.1
[phone](!)\n${endpoint}context=from-phones\nidentify_by=username
[carrier]\n${endpoint}context=from-carrier\nidentify_by=ip
[carrier]\ntype=identify\nendpoint=carrier\nmatch=${carrier}/32
${phones.join('')}`;
}
