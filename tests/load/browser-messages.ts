import { ha1 } from '@alo/sip';
import { proofText, registerText } from './register-texts.ts';
import { domain, password } from './sip-tenant.ts';

/** The second REGISTER, with a proof. */
export function registerOfBrowser(): Uint8Array {
  const user = '10000';
  const nonce = 'mbk1xq.1a2b.0123456789abcdef012345';
  const authorization = proofText({ user, domain, ha1: ha1('MD5', user, domain, password), nonce, count: 1 });
  const hostPort = 'df7jal23ls0d.invalid';
  return Buffer.from(registerText({ user, domain, transport: 'ws', hostPort, sequence: 2, authorization }));
}

/** The INVITE of JsSIP in Chromium. */
export function inviteOfBrowser(): Uint8Array {
  const head = [
    `INVITE sip:10001@${domain} SIP/2.0`,
    'Via: SIP/2.0/WS df7jal23ls0d.invalid;branch=z9hG4bK4230597',
    'Max-Forwards: 69',
    `To: <sip:10001@${domain}>`,
    `From: "Nguyễn Thị Lan" <sip:10000@${domain}>;tag=dtjg1e3jqc`,
    'Call-ID: 6k8u1t5m3hj2ql0v9d4r',
    'CSeq: 6184 INVITE',
    'Contact: <sip:10000@df7jal23ls0d.invalid;transport=ws;ob>',
    'Content-Type: application/sdp',
    'Session-Expires: 90',
    'Allow: INVITE,ACK,CANCEL,BYE,UPDATE,MESSAGE,OPTIONS,REFER,INFO,NOTIFY',
    'Supported: timer,ice,replaces,outbound',
    'User-Agent: JsSIP 3.10.1',
    `Content-Length: ${Buffer.byteLength(sdp)}`,
    '',
    '',
  ].join('\r\n');
  return Buffer.from(head + sdp);
}

const sdp = `v=0
o=- 4720382930146938112 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS 5f3c2d1e-7a6b-4c8d-9e0f-1a2b3c4d5e6f
m=audio 50002 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
c=IN IP4 192.0.2.15
a=rtcp:9 IN IP4 0.0.0.0
a=candidate:1467250027 1 udp 2122260223 192.0.2.15 50002 typ host generation 0 network-id 1
a=candidate:435653019 1 tcp 1518280447 192.0.2.15 9 typ host tcptype active generation 0 network-id 1
a=ice-ufrag:Qx7B
a=ice-pwd:3mWc0yTzV5nKq8RfHs1LbGdP
a=ice-options:trickle
a=fingerprint:sha-256 ${'3A:5C:7E:91:B2:D4:F6:18:'.repeat(4).slice(0, -1)}
a=setup:actpass
a=mid:0
a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
a=sendrecv
a=msid:5f3c2d1e-7a6b-4c8d-9e0f-1a2b3c4d5e6f 8d7c6b5a-4f3e-4d2c-8b1a-0f9e8d7c6b5a
a=rtcp-mux
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:63 red/48000/2
a=fmtp:63 111/111
a=rtpmap:9 G722/8000
a=rtpmap:0 PCMU/8000
a=rtpmap:8 PCMA/8000
a=rtpmap:13 CN/8000
a=rtpmap:110 telephone-event/48000
a=rtpmap:126 telephone-event/8000
a=ssrc:2817364501 cname:Zt9Kd2LxPq7Wm4Vb
a=ssrc:2817364501 msid:5f3c2d1e-7a6b-4c8d-9e0f-1a2b3c4d5e6f 8d7c6b5a-4f3e-4d2c-8b1a-0f9e8d7c6b5a
`.replaceAll('\n', '\r\n');
